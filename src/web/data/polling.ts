import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** Time between two reads of what changes while tasks run; pushed events usually bring it first. */
export const POLL_MS = 12 * SECOND_MS
/** Time between two reads of everything on the screen that no pushed event brings. */
export const FULL_REFRESH_MS = MINUTE_MS
/** Time between two reads of a run in progress, and of the deliveries of a channel. */
export const RUN_POLL_MS = 2 * SECOND_MS

interface Refreshed {
  /** When it was last read, in milliseconds since the epoch; a patch does not count. */
  dataUpdatedAt: number
  /** When it last could not be read; 0 for never. */
  errorUpdatedAt: number
}

/**
 * Milliseconds until the next refresh. Every patch restarts the interval, which must not postpone the refresh: one that is
 * overdue comes within a second.
 */
export function untilFullRefresh({ dataUpdatedAt, errorUpdatedAt }: Refreshed, nowMs: number): number {
  const dueAt = Math.max(dataUpdatedAt, errorUpdatedAt) + FULL_REFRESH_MS
  return Math.max(dueAt - nowMs, SECOND_MS)
}
