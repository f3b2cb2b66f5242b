import { and, desc, eq, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { isInNeed } from './in-need.ts'

/**
 * Counts active tasks, tasks that never ran, and tasks up to date. A task is up to date if its last scheduled run or a later
 * run succeeded and nothing needs a person. A failed run on demand does not change the result of the scheduled run before it.
 */
export async function countUpToDate(orm: Orm, { stuckBefore }: { stuckBefore: Date }) {
  const { id } = tasks
  const past = alias(runs, 'past')
  // The current run of most tasks counts, so earlier runs are read only for the remaining tasks.
  const isLast = sql<boolean>`coalesce(${countsAsLast(runs)}, false)`
  const last = orm
    .select({ status: past.status })
    .from(past)
    .where(and(sql`not ${isLast}`, eq(past.taskId, id), countsAsLast(past)))
    .orderBy(desc(past.id))
    .limit(1)
    .as('last')
  const isUpToDate = sql`case when ${isLast} then ${runs.status} else ${last.status} end = 'Success'
    and coalesce(${isInNeed(stuckBefore)}, false) is false`
  const hasRun = orm.select({ id: past.id }).from(past).where(eq(past.taskId, id))
  const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [counts] = await orm
    .select({
      tasksCount: sql<number>`count(*)`.mapWith(Number),
      upToDateCount: countIf(isUpToDate),
      neverRunCount: countIf(and(isNull(tasks.currentRunId), notExists(hasRun))),
    })
    .from(tasks)
    .leftJoin(runs, eq(runs.id, tasks.currentRunId))
    .leftJoinLateral(last, sql`true`)
    .where(eq(tasks.isActive, true))
  return counts ?? { tasksCount: 0, upToDateCount: 0, neverRunCount: 0 }
}

/** Whether a run decides if its task is up to date. */
function countsAsLast(run: Record<'endedAt' | 'undo' | 'dueTime' | 'status', AnyPgColumn>): SQL | undefined {
  return and(isNotNull(run.endedAt), isNull(run.undo), or(isNotNull(run.dueTime), eq(run.status, 'Success')))
}
