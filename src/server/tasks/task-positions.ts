import { and, count, eq, gte, inArray, sql } from 'drizzle-orm'
import type { RepositionAction } from '#contract/task.ts'
import { positionAfter } from '#domain/tasks/position.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/schema.ts'
import { noSuchTask, type Task } from './read-tasks.ts'

/* Positions count from 1 within a type, without gaps or ties. Hold the lock of the task rows to change them. */

/**
 * Locks the task rows and returns the task.
 *
 * @throws Refusal 'not_found'
 */
export async function lockTask(tx: Orm, taskId: number): Promise<Task> {
  await lockTaskRows(tx)
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, taskId)).for('no key update')
  if (!task) throw noSuchTask()
  return task
}

/** The number of tasks of a type, which is the position of its last one. */
export async function lastPosition(tx: Orm, typeId: number): Promise<number> {
  const [row] = await tx.select({ tasks: count() }).from(tasks).where(eq(tasks.taskTypeId, typeId))
  return row?.tasks ?? 0
}

/**
 * Makes room for a new task in its type and returns the position: `wanted`, or after the last one for 0 and for more than
 * the type has tasks.
 */
export async function openPosition(tx: Orm, { typeId, wanted }: { typeId: number; wanted: number }): Promise<number> {
  const end = (await lastPosition(tx, typeId)) + 1
  if (wanted === 0 || wanted >= end) return end
  await tx
    .update(tasks)
    .set({ position: sql`${tasks.position} + 1` })
    .where(and(eq(tasks.taskTypeId, typeId), gte(tasks.position, wanted)))
  return wanted
}

/** Renumbers the tasks of types in their current order. */
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
 * Moves a task within its type; `hasMoved` is false when it is already at that end.
 *
 * @throws Refusal 'not_found'
 */
export async function repositionTask(
  orm: Orm,
  { taskId, action }: { taskId: number; action: RepositionAction },
): Promise<{ name: string; hasMoved: boolean }> {
  return orm.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
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
    const changes = fieldChanges({ before: { position: from }, after: { position: to } })
    await recordActivity(tx, { taskIds: [taskId], changes })
    return { name: task.name, hasMoved: true }
  })
}
