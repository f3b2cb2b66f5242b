import { and, eq, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { isOneOf } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

/** Whether a run did not start because of its prerequisite. */
export const isNotRun = sql<boolean>`coalesce(${runs.failure} ->> 'cause' = 'not_run', false)`

/** How many active tasks each of these has kept from running, which have not run since. */
export async function countStoppedBy(orm: Orm, taskIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (taskIds.length === 0) return new Map()
  const stopper = sql<string>`${runs.failure} -> 'task' ->> 'id'`
  const rows = await orm
    .select({ stopper, count: sql`count(*)`.mapWith(Number) })
    .from(runs)
    .innerJoin(tasks, eq(tasks.currentRunId, runs.id))
    .where(and(sql`${runs.failure} ->> 'cause' = 'not_run'`, isOneOf(stopper, taskIds.map(String)), tasks.isActive))
    .groupBy(stopper)
  return new Map(rows.map((row) => [Number(row.stopper), row.count]))
}
