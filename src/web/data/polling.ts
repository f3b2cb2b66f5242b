import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** Time between two reads of facts about running tasks; pushed events usually bring them first. */
export const POLL_MS = 12 * SECOND_MS
/** Time between two reads of all parts of the screen without pushed events. */
export const FULL_REFRESH_MS = MINUTE_MS
/** Time between two reads of a run in progress, and of the deliveries of a channel. */
export const RUN_POLL_MS = 2 * SECOND_MS
