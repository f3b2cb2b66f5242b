import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '#domain/time.ts'

export const RESPONSE_TIMEOUT_MS = 3 * SECOND_MS
export const NO_RESPONSE = 'The database does not respond'

/** Whether a query gets its response within `RESPONSE_TIMEOUT_MS`. */
export async function responds(query: Promise<unknown>): Promise<boolean> {
  const response = query.then(
    () => true,
    () => false,
  )
  return await Promise.race([response, delay(RESPONSE_TIMEOUT_MS, false, { ref: false })])
}
