import { and, desc, eq, inArray, isNotNull, isNull, notExists, notInArray, or, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { isInNeed } from './in-need.ts'

/**
 * How many tasks are active, how many of them have never run, and how many are up to date: the last scheduled run succeeded, or one since, and nothing
 * about them needs a person. A run that someone started and that did not succeed says nothing about the scheduled one before.
 */
export async function countUpToDate(orm: Orm, { stuckBefore }: { stuckBefore: Date }) {
  const { id } = tasks
  const inNeed = orm
    .select({ id })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(isInNeed(stuckBefore))
  const counts = or(isNotNull(runs.dueTime), eq(runs.status, 'Success'))
  const last = orm
    .select({ status: runs.status })
    .from(runs)
    .where(and(eq(runs.taskId, id), isNotNull(runs.endedAt), isNull(runs.undo), counts))
    .orderBy(desc(runs.id))
    .limit(1)
    .as('last')
  const upToDate = orm
    .select({ id })
    .from(tasks)
    .innerJoinLateral(last, sql`true`)
    .where(and(tasks.isActive, eq(last.status, 'Success'), notInArray(id, inNeed)))
  const ofTask = orm.select({ id: runs.id }).from(runs).where(eq(runs.taskId, id))
  return {
    tasksCount: await orm.$count(tasks, eq(tasks.isActive, true)),
    upToDateCount: await orm.$count(tasks, inArray(id, upToDate)),
    neverRunCount: await orm.$count(tasks, and(tasks.isActive, notExists(ofTask))),
  }
}
