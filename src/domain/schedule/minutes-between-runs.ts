import { NO_INTERVAL_MINUTES } from '#contract/without-default.ts'

/** Interval of a task, by default the interval of its type. Null for a task without an interval. */
export function minutesBetweenRuns(ofTask: number | null, ofType: number | null): number | null {
  const minutes = ofTask ?? ofType
  return minutes === NO_INTERVAL_MINUTES ? null : minutes
}
