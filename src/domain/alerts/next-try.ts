import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'

const FIRST_DELAY_MS = MINUTE_MS / 2
const MAX_DELAY_MS = HOUR_MS
const MAX_TRYING_MS = DAY_MS

interface Tries {
  /** Number of tries so far. */
  readonly tries: number
  readonly firstTriedAt: Date
  readonly now: Date
  /** Delay requested by the receiver. */
  readonly retryAfterMs?: number | undefined
}

/** When to retry a failed delivery; undefined once it has been failing for a day. */
export function nextTryAt({ tries, firstTriedAt, now, retryAfterMs = 0 }: Tries): Date | undefined {
  const backoffMs = Math.min(FIRST_DELAY_MS * 2 ** Math.max(tries - 1, 0), MAX_DELAY_MS)
  const at = now.getTime() + Math.max(backoffMs, Math.min(retryAfterMs, MAX_DELAY_MS))
  return at - firstTriedAt.getTime() <= MAX_TRYING_MS ? new Date(at) : undefined
}
