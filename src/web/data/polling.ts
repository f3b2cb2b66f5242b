import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** Time between two reads of data that changes while tasks run; pushed events usually bring it first. */
export const POLL_MS = 12 * SECOND_MS
/** Time between two reads of everything on the screen that no pushed event brings. */
export const FULL_REFRESH_MS = MINUTE_MS
/** Time between two reads of a run in progress, and of the deliveries of a channel. */
export const RUN_POLL_MS = 2 * SECOND_MS
