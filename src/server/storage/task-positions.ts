import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { RepositionAction } from '#contract/task.ts'
import { positionAfter } from '#domain/position.ts'
import type { Orm } from './database.ts'
import { tasks, taskTypes } from './schema.ts'
import { noSuchTask, type Task } from './tasks.ts'

/*
 * Positions count from 1 within a type, without gaps or ties. Whoever changes them first locks the row of the type, or of
 * each type in the order of ids: changes of one type follow each other, and no two callers wait for one another.
 */

/** Locks types until the transaction ends; answers those that exist, by id. */
export async function lockTypes(
  tx: Orm,
  typeIds: readonly number[],
): Promise<ReadonlyMap<number, { chunkSize: number }>> {
  const types = await tx
    .select({ id: taskTypes.id, chunkSize: taskTypes.chunkSize })
    .from(taskTypes)
    .where(inArray(taskTypes.id, [...typeIds]))
    .orderBy(asc(taskTypes.id))
    .for('no key update')
  return new Map(types.map((type) => [type.id, type]))
}

/**
 * Locks a task in its place, together with its type and perhaps another one.
 *
 * @throws Refusal 'not_found'
 */
export async function lockTask(
  tx: Orm,
  { taskId, otherTypeId }: { taskId: number; otherTypeId?: number | undefined },
): Promise<{ task: Task; types: ReadonlyMap<number, { chunkSize: number }> }> {
  while (true) {
    const [seen] = await tx.select({ typeId: tasks.taskTypeId }).from(tasks).where(eq(tasks.id, taskId))
    if (!seen) throw noSuchTask()
    const types = await lockTypes(tx, otherTypeId === undefined ? [seen.typeId] : [seen.typeId, otherTypeId])
    const [task] = await tx.select().from(tasks).where(eq(tasks.id, taskId)).for('update')
    // Another caller may have moved the task to another type before the lock was granted: then look again.
    if (task?.taskTypeId === seen.typeId) return { task, types }
  }
}

/** How many tasks a locked type has, which is the position of its last one. */
export async function lastPosition(tx: Orm, typeId: number): Promise<number> {
  const [row] = await tx.select({ tasks: count() }).from(tasks).where(eq(tasks.taskTypeId, typeId))
  return row?.tasks ?? 0
}

/** Renumbers the tasks of locked types in their present order. */
export async function closeGaps(tx: Orm, typeIds: readonly number[]): Promise<void> {
  if (typeIds.length === 0) return
  const numbered = tx
    .select({
      id: tasks.id,
      place:
        sql<number>`row_number() over (partition by ${tasks.taskTypeId} order by ${tasks.position}, ${tasks.id})`.as(
          'place',
        ),
    })
    .from(tasks)
    .where(inArray(tasks.taskTypeId, [...typeIds]))
    .as('numbered')
  await tx
    .update(tasks)
    .set({ position: sql`${numbered.place}` })
    .from(numbered)
    .where(and(eq(tasks.id, numbered.id), sql`${tasks.position} <> ${numbered.place}`))
}

/**
 * Moves a task within its type; `hasMoved` is false when it cannot move that way.
 *
 * @throws Refusal 'not_found'
 */
export async function repositionTask(
  orm: Orm,
  { taskId, action }: { taskId: number; action: RepositionAction },
): Promise<{ name: string; hasMoved: boolean }> {
  return orm.transaction(async (tx) => {
    const { task } = await lockTask(tx, { taskId })
    const { position: from, taskTypeId } = task
    const to = positionAfter({ action, position: from, total: await lastPosition(tx, taskTypeId) })
    if (to === undefined) return { name: task.name, hasMoved: false }
    const [first, last, shift] = to < from ? [to, from, 1] : [from, to, -1]
    await tx
      .update(tasks)
      .set({
        position: sql`case when ${tasks.id} = ${taskId} then ${to}::integer else ${tasks.position} + ${shift}::integer end`,
      })
      .where(and(eq(tasks.taskTypeId, taskTypeId), sql`${tasks.position} between ${first} and ${last}`))
    return { name: task.name, hasMoved: true }
  })
}
