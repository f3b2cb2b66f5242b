import { CallError } from './call-error.ts'

const MAX_RETRIES = 2

/** A read is tried again when the server may answer differently the next time: never after a refusal. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return failureCount < MAX_RETRIES && (error.status === undefined || error.status >= 500)
}
