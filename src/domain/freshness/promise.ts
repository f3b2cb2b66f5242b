import type { FreshnessCause } from '#contract/freshness.ts'
import { formatDuration } from '#domain/duration.ts'
import { MINUTE_MS } from '#domain/time.ts'

/** How fresh a target has to be. At least one of them is set. */
export interface FreshPromise {
  /** HH:MM in the schedule's zone. */
  readonly freshBy: string | null
  readonly freshWithinMinutes: number | null
}

/** The promise of a task: each part that it leaves open is its type's. Undefined if both leave all open. */
export function promiseOf(task: FreshPromise, type: FreshPromise): FreshPromise | undefined {
  const freshBy = task.freshBy ?? type.freshBy
  const freshWithinMinutes = task.freshWithinMinutes ?? type.freshWithinMinutes
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

const causes: Readonly<Record<FreshnessCause, { text: string; fix: string }>> = {
  held: { text: 'its run is held', fix: 'Decide about it under Held tasks.' },
  stopped: { text: 'its last run was stopped', fix: 'Run the task again.' },
  prerequisite: { text: 'it waits for a prerequisite', fix: 'See how its prerequisites are doing.' },
  failing: { text: 'its last run did not succeed', fix: 'See the log of the task.' },
  waiting_for_quota: { text: "its run waits for Google's quota", fix: 'See the forecast for what would help.' },
  in_progress: { text: 'its run has not ended', fix: 'See how far the run is.' },
  no_schedule: { text: 'no run was planned in time', fix: 'Run the task, and schedule it early or often enough.' },
}

/** Why a target is not fresh, as the end of a sentence. */
export function describeFreshnessCause(cause: FreshnessCause): string {
  return causes[cause].text
}

/** The advice to people who hear of it. */
export function fixOfFreshnessCause(cause: FreshnessCause): string {
  return causes[cause].fix
}
