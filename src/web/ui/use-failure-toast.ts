import { useEffect } from 'react'
import { toastFailure } from '../lib/toast-failure.ts'

interface FailedQuery {
  error: Error | null
  errorUpdatedAt: number
}

/** Shows one toast per failure of a query. */
export function useFailureToast({ error, errorUpdatedAt }: FailedQuery, message: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated failure shows another toast
  useEffect(() => {
    if (error) toastFailure(error, { message })
  }, [error, errorUpdatedAt, message])
}
