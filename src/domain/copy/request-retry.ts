/** Tries of one request, the first included. */
export const MAX_TRIES = 5

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 64_000

/**
 * Truncated exponential backoff with jitter: 1, 2, 4 … s plus up to a second, never over 64 s.
 * https://developers.google.com/workspace/sheets/api/limits#exponential
 *
 * @param failures tries that failed so far, 1 at least
 * @param random gives a number from 0 to 1
 */
export function retryDelayMs({ failures, random }: { failures: number; random: () => number }): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - 1) + random() * FIRST_DELAY_MS, LONGEST_DELAY_MS)
}

interface FailedTry {
  /** The provider said that it did nothing: only its quota stood in the way. */
  isRateLimited: boolean
  /** The provider was down or the connection broke: whether it did something is not known. */
  isUnavailable: boolean
  /** Sending the request twice has the same result as sending it once. */
  isIdempotent: boolean
  failures: number
}

/** Whether one request may be sent again as it is. */
export function shouldRetry({ isRateLimited, isUnavailable, isIdempotent, failures }: FailedTry): boolean {
  if (failures >= MAX_TRIES) return false
  return isRateLimited || (isUnavailable && isIdempotent)
}
