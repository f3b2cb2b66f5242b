import { type AttemptRecord, NO_FIGURES, type RequestActivity } from '#domain/runs/attempt-record.ts'

/** Returns the time at the given number of seconds after the run was queued. */
export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

/** Builds the record of an attempt, with the times of its requests in milliseconds. */
export function buildAttempt(
  [from, to]: readonly [from: number, to: number],
  activities: Partial<Record<RequestActivity, number>> = {},
  ending: AttemptRecord['ending'] = 'Success',
): AttemptRecord {
  const figures = { ...NO_FIGURES, activities: { ...NO_FIGURES.activities, ...activities } }
  const [startedAt, recordedAt] = [at(from).toISOString(), at(to).toISOString()]
  return { number: 1, startedAt, recordedAt, ending, failure: null, figures }
}
