import { MAX_TRIES } from '#engine/workbook.ts'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 64_000

/**
 * Truncated exponential backoff with jitter: 1, 2, 4 … s plus up to a second, never over 64 s. `failures` is the number
 * of failed tries, at least 1; `random` returns a number from 0 to 1.
 * https://developers.google.com/workspace/sheets/api/limits#exponential
 */
export function retryDelayMs({ failures, random }: { failures: number; random: () => number }): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - 1) + random() * FIRST_DELAY_MS, MAX_DELAY_MS)
}

interface FailedTry {
  /** The provider rejected the request without applying it, because there were too many. */
  isRateLimited: boolean
  /** The provider was down or the connection broke, so it is unknown whether the request was applied. */
  isUnavailable: boolean
  /** Sending the request twice has the same result as sending it once. */
  isIdempotent: boolean
  failures: number
}

/** Whether to send a request again unchanged. */
export function shouldRetry({ isRateLimited, isUnavailable, isIdempotent, failures }: FailedTry): boolean {
  if (failures >= MAX_TRIES) return false
  return isRateLimited || (isUnavailable && isIdempotent)
}
