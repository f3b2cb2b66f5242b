import { useEffect } from 'react'
import { toastFailure } from './toast-failure.ts'

interface Failing {
  error: Error | null
  errorUpdatedAt: number
}

/** Tells once of each time that a query failed. */
export function useFailureToast({ error, errorUpdatedAt }: Failing, message: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure that repeats is told again
  useEffect(() => {
    if (error) toastFailure(error, { message })
  }, [error, errorUpdatedAt, message])
}
