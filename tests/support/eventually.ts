import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'

/** Minimum and maximum time between two reads. */
const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 250
/** Pause as a share of the time waited so far. Long waits read rarely, because reads slow down the work in progress. */
const PAUSE_SHARE = 1 / 3
/** Maximum wait. It is below the time limit of an integration test, so an unsuccessful wait fails with its own message. */
const TIMEOUT_MS = 120_000

interface Wait<T> {
  /** Completes the message "Timed out waiting for …". */
  what: string
  read: () => T | Promise<T>
  until: (value: T) => boolean
  /** Further details for the message. */
  details?: () => unknown
  timeoutMs?: number
}

/**
 * Reads until the value meets the condition, and returns it.
 * @throws when the time is up, with the value read last
 */
export async function eventually<T, U extends T>(wait: Wait<T> & { until: (value: T) => value is U }): Promise<U>
export async function eventually<T>(wait: Wait<T>): Promise<T>
export async function eventually<T>({ what, read, until, details, timeoutMs = TIMEOUT_MS }: Wait<T>): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const value = await read()
    if (until(value)) return value
    const waitedMs = performance.now() - startedAt
    if (waitedMs > timeoutMs) {
      const seen = [value, ...(details ? [await details()] : [])].map((each) => inspect(each, { depth: 4 }))
      throw new Error(`Timed out waiting for ${what}. Last seen: ${seen.join('\n')}`)
    }
    await delay(Math.min(Math.max(waitedMs * PAUSE_SHARE, MIN_PAUSE_MS), MAX_PAUSE_MS))
  }
}
