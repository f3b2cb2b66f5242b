import { NO_INTERVAL_MINUTES } from '#contract/without-default.ts'

/** How often a task runs: as it says itself, or else as its type does. Null for a task without an interval. */
export function minutesBetweenRuns(ofTask: number | null, ofType: number | null): number | null {
  const minutes = ofTask ?? ofType
  return minutes === NO_INTERVAL_MINUTES ? null : minutes
}
