import { and, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AttentionReason } from '#contract/overview.ts'
import { isNotRun } from '#server/runs/stopped-runs.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

/* Finds tasks that need a person, by their current run. */

/** Time when the running attempt started or the waiting run was queued. A run between two attempts is not stuck. */
const busySince = sql<Date>`case ${runs.status}
  when 'Queued' then ${runs.queuedAt}
  when 'Running' then ${runs.attemptStartedAt}
  when 'Stopping' then ${runs.attemptStartedAt}
end`

export const reasonOfNeed = sql<AttentionReason>`case
  when ${runs.status} = 'Error' then 'failed'
  when ${runs.endedAt} is null then 'stuck'
  when ${runs.isHeld} then 'held'
  when ${isNotRun} then 'not_run'
  else 'warning'
end`

/** Time since when the task needs a person. */
export const inNeedSince = sql`coalesce(${runs.endedAt}, ${busySince})`

/** Whether a task needs a person. A run is stuck if it has waited or run since before `stuckBefore`. */
export function isInNeed(stuckBefore: Date): SQL | undefined {
  return or(
    and(tasks.isActive, sql`${runs.status} in ('Error', 'Warning')`),
    and(isNull(runs.endedAt), lt(busySince, stuckBefore)),
  )
}
