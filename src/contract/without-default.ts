/*
 * Values for a task to opt out of a default of its type. They are separate from the schemas, because pages load the schemas
 * later.
 */

/** Minutes between runs for a task without an interval. */
export const NO_INTERVAL_MINUTES = 0
/** Time for a task without a promise of a fresh target by a time of day. */
export const NO_FRESH_BY = 'none'
/** Allowed minutes for a task without a promise about the age of its target. */
export const NO_FRESH_MINUTES = 0
