import { and, eq, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

/** Whether a run did not start because of its prerequisite. */
export const isNotRun = sql<boolean>`coalesce(${runs.failure} ->> 'cause' = 'not_run', false)`

interface StoppedTask {
  /** The task that blocked the task. */
  stopperId: number
  owner: string | null
  createdBy: string
  /** The person who requested the blocked run. */
  triggeredBy: string
}

/** Reads active tasks that these tasks blocked and that have not run since. */
export async function readStoppedBy(orm: Orm, taskIds: readonly number[]): Promise<StoppedTask[]> {
  if (taskIds.length === 0) return []
  return await orm
    .select({
      stopperId: stopper.mapWith(Number),
      owner: tasks.owner,
      createdBy: tasks.createdBy,
      triggeredBy: runs.triggeredBy,
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.currentRunId, runs.id))
    .where(isStoppedBy(taskIds))
}

const stopper = sql<string>`${runs.failure} -> 'task' ->> 'id'`

function isStoppedBy(taskIds: readonly number[]) {
  return and(sql`${runs.failure} ->> 'cause' = 'not_run'`, isInList(stopper, taskIds.map(String)), tasks.isActive)
}

/** Counts, for each of these tasks, the active tasks that it blocked and that have not run since. */
export async function countStoppedBy(orm: Orm, taskIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (taskIds.length === 0) return new Map()
  const rows = await orm
    .select({ stopper, count: sql`count(*)`.mapWith(Number) })
    .from(runs)
    .innerJoin(tasks, eq(tasks.currentRunId, runs.id))
    .where(isStoppedBy(taskIds))
    .groupBy(stopper)
  return new Map(rows.map((row) => [Number(row.stopper), row.count]))
}
