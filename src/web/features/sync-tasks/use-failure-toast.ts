import { useEffect } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { toast } from '../../ui/toast.ts'

interface Failing {
  error: Error | null
  errorUpdatedAt: number
}

/** Tells once of each time that a query failed; a missing sign-in has its own dialog. */
export function useFailureToast({ error, errorUpdatedAt }: Failing, message: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure that repeats is told again
  useEffect(() => {
    if (error && !(error instanceof CallError && error.status === 401)) toast.error(message)
  }, [error, errorUpdatedAt, message])
}
