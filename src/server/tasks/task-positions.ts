import { and, count, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { RepositionAction } from '#contract/task-routes.ts'
import { positionAfter } from '#domain/tasks/position.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList, listPlaces } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { allTasks } from '#server/storage/schema.ts'
import { noSuchTask, type Task } from './read-tasks.ts'

/*
 * Positions count from 1 within a type, without gaps or ties. Deleted tasks keep their place among them, so they can be
 * restored in the same order after any later changes: see `allTasks`. Hold the lock of the task rows to change positions.
 */

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

/** Counts the tasks of a type, which is the position of its last task. */
export async function lastPosition(tx: Orm, typeId: number): Promise<number> {
  const [row] = await tx.select({ tasks: count() }).from(tasks).where(eq(tasks.taskTypeId, typeId))
  return row?.tasks ?? 0
}

/** Makes room for a new task in its type and returns its position: `wanted`, or the end if `wanted` is 0 or too large. */
export async function openPosition(tx: Orm, { typeId, wanted }: { typeId: number; wanted: number }): Promise<number> {
  const end = (await lastPosition(tx, typeId)) + 1
  if (wanted === 0 || wanted >= end) return end
  await tx
    .update(allTasks)
    .set({ position: sql`${allTasks.position} + 1` })
    .where(and(eq(allTasks.taskTypeId, typeId), gte(allTasks.position, wanted)))
  return wanted
}

/** Renumbers the tasks of types in their current order, including the places of deleted tasks. */
export async function closeGaps(tx: Orm, typeIds: readonly number[]): Promise<void> {
  if (typeIds.length === 0) return
  await renumber(tx, isInList(allTasks.taskTypeId, typeIds))
}

export async function closeAllGaps(tx: Orm): Promise<void> {
  await renumber(tx, undefined)
}

async function renumber(tx: Orm, where: SQL | undefined): Promise<void> {
  const { id, taskTypeId, position, trashOrder, deletionId } = allTasks
  const isLive = isNull(deletionId)
  const inOrder = sql`order by ${position}, ${trashOrder}, ${id}`
  const counted = tx
    .select({
      id,
      isLive: sql<boolean>`${isLive}`.as('is_live'),
      typeId: sql<number>`${taskTypeId}`.as('type_id'),
      rank: sql<number>`row_number() over (${inOrder})`.as('rank'),
      place: sql<number>`count(*) filter (where ${isLive}) over (partition by ${taskTypeId} ${inOrder})`.as('place'),
    })
    .from(allTasks)
    .where(where)
    .as('counted')
  const numbered = tx
    .select({
      id: counted.id,
      place: counted.place,
      order: sql<number>`case when ${counted.isLive} then 0 else
        row_number() over (partition by ${counted.typeId}, ${counted.place} order by ${counted.rank}) end`.as('order'),
    })
    .from(counted)
    .as('numbered')
  await tx
    .update(allTasks)
    .set({ position: sql`${numbered.place}`, trashOrder: sql`${numbered.order}` })
    .from(numbered)
    .where(
      and(
        eq(id, numbered.id),
        sql`(${position}, ${trashOrder}) is distinct from (${numbered.place}, ${numbered.order})`,
      ),
    )
}

interface Place {
  id: number
  typeId: number
  /** Position among the tasks of the type; the last place if the type has fewer tasks. */
  position: number
}

/** Moves tasks to their positions, and renumbers the remaining tasks in their current order. */
export async function putAtPositions(tx: Orm, places: readonly Place[]): Promise<void> {
  for (const [typeId, ofType] of Map.groupBy(places, (place) => place.typeId)) {
    const moved = new Set(ofType.map(({ id }) => id))
    const inOrder = await tx
      .select({ id: allTasks.id, isLive: sql<boolean>`${isNull(allTasks.deletionId)}` })
      .from(allTasks)
      .where(eq(allTasks.taskTypeId, typeId))
      .orderBy(allTasks.position, allTasks.trashOrder, allTasks.id)
    const rest = inOrder.filter(({ id }) => !moved.has(id))
    for (const { id, position } of ofType.toSorted((one, other) => one.position - other.position)) {
      rest.splice(indexOfPosition(rest, position), 0, { id, isLive: true })
    }
    const order = rest.map(({ id }) => id)
    await tx.execute(sql`
      update ${allTasks} set position = listed.place, trash_order = 0 from ${listPlaces(order, 'listed')} where ${allTasks.id} = listed.id`)
    await closeGaps(tx, [typeId])
  }
}

/** Finds the index at which to insert a task so that it gets a position. */
function indexOfPosition(rows: readonly { isLive: boolean }[], position: number): number {
  let live = 0
  const index = rows.findIndex(({ isLive }) => isLive && ++live === position)
  return index === -1 ? rows.length : index
}

/**
 * Moves a task within its type. Returns false if the task is already at this end.
 *
 * @throws Refusal 'not_found'
 */
export async function repositionTask(
  orm: Orm,
  { taskId, action }: { taskId: number; action: RepositionAction },
): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    const { position: from, taskTypeId } = task
    const to = positionAfter({ action, position: from, total: await lastPosition(tx, taskTypeId) })
    if (to === undefined) return false
    const [first, last, shift] = to < from ? [to, from, 1] : [from, to, -1]
    await tx
      .update(tasks)
      .set({
        position: sql`case when ${tasks.id} = ${taskId} then ${to}::integer else ${tasks.position} + ${shift}::integer end`,
      })
      .where(and(eq(tasks.taskTypeId, taskTypeId), sql`${tasks.position} between ${first} and ${last}`))
    const changes = fieldChanges({ before: { position: from }, after: { position: to } })
    await recordActivity(tx, { taskIds: [taskId], changes })
    return true
  })
}
