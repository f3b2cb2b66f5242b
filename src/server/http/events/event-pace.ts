import { SECOND_MS } from '#domain/time.ts'

/** How often a channel sends changes. */
export interface Pace {
  /** After a time without changes. */
  readonly firstMs: number
  readonly minIntervalMs: number
  readonly maxIntervalMs: number
}

/** Reading and sending changes takes at most this part of the time, as long as `maxIntervalMs` allows. */
const SHARE_OF_TIME = 1 / 10
const MS_PER_CLIENT = 5
const MAX_BYTES_PER_SECOND = 512 * 1024

/** The last event of a channel. */
interface Sent {
  readMs: number
  bytes: number
  clients: number
  /** Whether new changes were read, not only remaining changes. */
  hadChanges: boolean
}

/** How long to wait before more is read. */
export interface Pauses {
  /** Before the next changes. */
  readonly changesMs: number
  /** Before remaining changes, so reading them never delays the next change. */
  readonly restMs: number
}

export function pausesAfter({ readMs, bytes, clients, hadChanges }: Sent, pace: Pace): Pauses {
  const atMost = (ms: number) => Math.min(ms, pace.maxIntervalMs)
  const sendingMs = Math.max(clients * MS_PER_CLIENT, (bytes / MAX_BYTES_PER_SECOND) * SECOND_MS)
  const restMs = atMost(Math.max(pace.minIntervalMs, readMs / SHARE_OF_TIME, sendingMs))
  return { changesMs: hadChanges ? restMs : atMost(sendingMs), restMs }
}
