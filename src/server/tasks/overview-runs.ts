import { and, asc, desc, eq, gte, isNull, lt, ne, not, sql } from 'drizzle-orm'
import { isNotRun } from '#server/runs/stopped-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { overviewTaskColumns } from './overview-task.ts'

/** Lists at most `limit` runs in progress, running before waiting, each group by start. */
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

interface EndedPeriod {
  from: Date
  /** End of the period, not included. */
  to: Date
  limit: number
}

/**
 * Lists runs that ended in the period without success, latest first. Leaves out runs that never started, because the runs that
 * blocked them are listed.
 */
export async function endedWithoutSuccess(orm: Orm, { from, to, limit }: EndedPeriod) {
  const ended_at = sql`${runs.endedAt}`.mapWith(runs.queuedAt)
  return await orm
    .select({ ...overviewTaskColumns, run_id: runs.id, status: runs.status, ended_at })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(and(gte(runs.endedAt, from), lt(runs.endedAt, to), ne(runs.status, 'Success'), not(isNotRun)))
    .orderBy(desc(runs.endedAt), desc(runs.id))
    .limit(limit)
}
