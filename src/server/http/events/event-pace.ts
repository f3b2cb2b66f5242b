import { SECOND_MS } from '#domain/time.ts'

/** How often a channel sends changes. */
export interface Pace {
  /** Delay before the first event after a time without changes. */
  readonly firstMs: number
  readonly minIntervalMs: number
  readonly maxIntervalMs: number
}

/** Maximum share of the time spent on reading and sending changes, as long as `maxIntervalMs` allows it. */
const SHARE_OF_TIME = 1 / 10
const MS_PER_CLIENT = 5
const MAX_BYTES_PER_SECOND = 512 * 1024

/** The last event of a channel. */
interface Sent {
  readMs: number
  bytes: number
  clients: number
  /** Whether the event had new changes, not only remaining changes. */
  hadChanges: boolean
}

/** Pauses before the next reads. */
export interface Pauses {
  /** Pause before new changes are read. */
  readonly changesMs: number
  /** Pause before remaining changes are read, so reading them never delays the next change. */
  readonly restMs: number
}

export function pausesAfter({ readMs, bytes, clients, hadChanges }: Sent, pace: Pace): Pauses {
  const atMost = (ms: number) => Math.min(ms, pace.maxIntervalMs)
  const sendingMs = Math.max(clients * MS_PER_CLIENT, (bytes / MAX_BYTES_PER_SECOND) * SECOND_MS)
  const restMs = atMost(Math.max(pace.minIntervalMs, readMs / SHARE_OF_TIME, sendingMs))
  return { changesMs: hadChanges ? restMs : atMost(sendingMs), restMs }
}
