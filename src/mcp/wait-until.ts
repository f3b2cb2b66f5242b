import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 500
/** Maximum wait of a tool. Clients abort a call that takes longer. */
const MAX_WAIT_MS = 40_000

/** Reads a value until `isDone` accepts it, or until the call has taken too long. Returns the last value. */
export async function waitUntil<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const value = await read()
    if (isDone(value) || waitedMs >= MAX_WAIT_MS) return value
    await delay(POLL_MS)
  }
}
