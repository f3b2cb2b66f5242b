import { DAY_MS } from '#domain/time.ts'

/** Timing of apps that make no alerts on their own, because a test that makes alerts expects to be the first. */
export const NO_ALERT_PASSES = { everyMs: DAY_MS }
