import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { overviewTaskColumns } from './overview-task.ts'

/** The runs in progress, those that are running before those that wait, each in the order of their start; at most `limit`. */
export async function runsInProgress(orm: Orm, { limit }: { limit: number }) {
  const isWaiting = sql`${runs.status} not in ('Running', 'Stopping')`
  const first = await orm
    .select(overviewTaskColumns)
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(and(isNull(runs.endedAt), eq(tasks.currentRunId, runs.id)))
    .orderBy(isWaiting, asc(runs.startedAt), asc(taskTypes.position), asc(tasks.position), asc(runs.id))
    .limit(limit)
  return { first, count: await orm.$count(runs, isNull(runs.endedAt)) }
}
