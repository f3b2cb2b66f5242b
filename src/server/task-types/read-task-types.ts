import { asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

export type TaskTypeRow = typeof taskTypes.$inferSelect & { tasksCount: number }

export function noSuchTaskType(): Refusal {
  return new Refusal('not_found', 'Sync task type not found.')
}

/** @throws Refusal 'not_found' */
export async function requireTaskType(orm: Orm, typeId: number): Promise<{ name: string }> {
  const [type] = await orm.select({ name: taskTypes.name }).from(taskTypes).where(eq(taskTypes.id, typeId))
  if (!type) throw noSuchTaskType()
  return type
}

/** Lists all task types in their order. */
export async function listTaskTypes(orm: Orm): Promise<TaskTypeRow[]> {
  const sizes = orm
    .select({ typeId: tasks.taskTypeId, count: count().as('count') })
    .from(tasks)
    .groupBy(tasks.taskTypeId)
    .as('sizes')
  return orm
    .select({ ...getTableColumns(taskTypes), tasksCount: sql`coalesce(${sizes.count}, 0)`.mapWith(Number) })
    .from(taskTypes)
    .leftJoin(sizes, eq(sizes.typeId, taskTypes.id))
    .orderBy(asc(taskTypes.position), asc(taskTypes.id))
}

/** Locks every task type until the transaction ends, so no dependency changes. Returns the types in their order. */
export async function lockTaskTypes(tx: Orm): Promise<(typeof taskTypes.$inferSelect)[]> {
  const types = await tx.select().from(taskTypes).orderBy(asc(taskTypes.id)).for('no key update')
  return types.sort((one, other) => one.position - other.position || one.id - other.id)
}
