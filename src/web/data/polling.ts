import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** For what changes while tasks run; pushed events usually bring it first. */
export const POLL_MS = 12 * SECOND_MS
/** For everything on the screen that no pushed event brings. */
export const FULL_REFRESH_MS = MINUTE_MS
/** For the page of a run in progress, and for the deliveries of a channel. */
export const RUN_POLL_MS = 2 * SECOND_MS
