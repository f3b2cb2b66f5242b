import { and, asc, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sharesTarget } from '#domain/tasks/task-places.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

const MAX_NAMED = 5

/** The other tasks that write to the same tab as a task, at most the first five. */
export async function tasksSharingTarget(orm: Orm, taskId: number): Promise<{ name: string; typeName: string }[]> {
  const others = alias(tasks, 'others')
  const targetOf = ({ targetSsId, targetSheetName }: typeof tasks | typeof others) => ({ targetSsId, targetSheetName })
  const rows = await orm
    .select({ name: others.name, typeName: taskTypes.name, target: targetOf(others), own: targetOf(tasks) })
    .from(tasks)
    .innerJoin(others, and(eq(others.targetSsId, tasks.targetSsId), ne(others.id, tasks.id)))
    .innerJoin(taskTypes, eq(taskTypes.id, others.taskTypeId))
    .where(eq(tasks.id, taskId))
    .orderBy(asc(others.id))
  const sharing = rows.filter(({ target, own }) => sharesTarget(target, own))
  return sharing.slice(0, MAX_NAMED).map(({ name, typeName }) => ({ name, typeName }))
}
