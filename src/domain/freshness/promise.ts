import type { FreshnessCause } from '#contract/freshness.ts'
import { NO_FRESH_BY, NO_FRESH_MINUTES } from '#contract/without-default.ts'
import { formatDuration } from '#domain/duration.ts'
import { MINUTE_MS } from '#domain/time.ts'

/** How fresh a target must be. At least one field is set. */
export interface FreshPromise {
  /** HH:MM in the schedule's zone. */
  readonly freshBy: string | null
  readonly freshWithinMinutes: number | null
}

/** Promise of a task. Fields the task leaves open come from its type. Undefined if no field is set. */
export function readPromise(task: FreshPromise, type: FreshPromise): FreshPromise | undefined {
  const time = task.freshBy ?? type.freshBy
  const minutes = task.freshWithinMinutes ?? type.freshWithinMinutes
  const freshBy = time === NO_FRESH_BY ? null : time
  const freshWithinMinutes = minutes === NO_FRESH_MINUTES ? null : minutes
  return freshBy === null && freshWithinMinutes === null ? undefined : { freshBy, freshWithinMinutes }
}

/** `fresh by 07:30 and never older than 2 h` */
export function describePromise({ freshBy, freshWithinMinutes }: FreshPromise): string {
  const parts = [
    ...(freshBy === null ? [] : [`fresh by ${freshBy}`]),
    ...(freshWithinMinutes === null ? [] : [`never older than ${formatDuration(freshWithinMinutes * MINUTE_MS)}`]),
  ]
  return parts.join(' and ')
}

const fixes: Readonly<Record<FreshnessCause, string>> = {
  held: 'Decide about it under Held tasks.',
  stopped: 'Run the task again.',
  prerequisite: 'See how its prerequisites are doing.',
  failing: 'See the log of the task.',
  waiting_for_quota: 'See the forecast for what would help.',
  in_progress: 'See how far the run is.',
  no_schedule: 'Run the task, and schedule it early or often enough.',
}

/** The fix an alert suggests. */
export function fixOfFreshnessCause(cause: FreshnessCause): string {
  return fixes[cause]
}
