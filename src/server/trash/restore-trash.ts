import { and, asc, eq, notExists } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import { MAX_TRASH_NAMES, type RestoredTrash } from '#contract/trash.ts'
import { typesToRestore } from '#domain/tasks/types-to-restore.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import { allowLongPauses } from '#server/storage/allow-long-pauses.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { allTasks, allTaskTypes, deletions } from '#server/storage/schema.ts'
import { closeGaps } from '#server/tasks/task-positions.ts'
import { findTakenPlaces } from './taken-places.ts'

export function notInTrash(): Refusal {
  return new Refusal('not_found', 'This is no longer in the trash.')
}

/**
 * Restores an entry of the trash: its tasks, or its type. Also restores deleted types that they need. Tasks that cannot be
 * restored, for example because their names are taken, stay in the trash.
 *
 * @throws Refusal 'not_found', 'conflict' with the reason when nothing can be restored
 */
export async function restoreDeletion(orm: Orm, deletionId: number): Promise<RestoredTrash> {
  return orm.transaction(async (tx) => {
    await allowLongPauses(tx)
    await lockTaskRows(tx)
    return await recordRestored(tx, [await restoreOne(tx, deletionId)])
  })
}

/**
 * Restores the entries with these tasks, newest first.
 *
 * @throws Refusal 'not_found', 'conflict' with the reason when nothing can be restored
 */
export async function restoreTasks(orm: Orm, taskIds: readonly number[]): Promise<RestoredTrash> {
  return orm.transaction(async (tx) => {
    await allowLongPauses(tx)
    await lockTaskRows(tx)
    const found = await tx
      .selectDistinct({ deletionId: allTasks.deletionId })
      .from(allTasks)
      .where(isInList(allTasks.id, taskIds))
    const ids = found.flatMap(({ deletionId }) => deletionId ?? []).sort((one, other) => other - one)
    if (ids.length === 0) throw notInTrash()
    const restored: RestoredTasks[] = []
    for (const id of ids) restored.push(await restoreOne(tx, id))
    return await recordRestored(tx, restored)
  })
}

interface RestoredTasks {
  readonly taskIds: readonly number[]
  readonly typeNames: readonly string[]
  readonly kept: readonly { name: string; reason: string }[]
}

async function restoreOne(tx: Orm, deletionId: number): Promise<RestoredTasks> {
  const [entry] = await tx.select().from(deletions).where(eq(deletions.id, deletionId)).for('update')
  if (!entry) throw notInTrash()
  const types = await lockAllTypes(tx)
  const found = await tx
    .select({ id: allTasks.id, name: allTasks.name, typeId: allTasks.taskTypeId })
    .from(allTasks)
    .where(eq(allTasks.deletionId, deletionId))
    .orderBy(asc(allTasks.taskTypeId), asc(allTasks.position), asc(allTasks.trashOrder))
  const own = types.filter((type) => type.deletionId === deletionId)
  const neededIds = new Set([...own.map(({ id }) => id), ...found.map(({ typeId }) => typeId)])
  const { typeIds, problems } = typesToRestore({ types, neededIds })
  const takenPlaces = await findTakenPlaces(tx, deletionId)
  const findReason = (task: (typeof found)[number]) => problems.get(task.typeId) ?? takenPlaces.get(task.id)
  const free = found.filter((task) => findReason(task) === undefined)
  await restoreRows(tx, { typeIds, tasks: free })
  await removeEmptyEntries(tx)
  return {
    taskIds: free.map(({ id }) => id),
    typeNames: types.filter(({ id }) => typeIds.includes(id)).map(({ name }) => name),
    kept: [
      ...own.flatMap(({ id, name }) => withReason(name, problems.get(id))),
      ...found.flatMap((task) => withReason(task.name, findReason(task))),
    ],
  }
}

function withReason(name: string, reason: string | undefined): { name: string; reason: string }[] {
  return reason === undefined ? [] : [{ name, reason }]
}

async function lockAllTypes(tx: Orm) {
  const types = await tx.select().from(allTaskTypes).orderBy(asc(allTaskTypes.id)).for('no key update')
  return types.map((type) => ({ ...type, isDeleted: type.deletionId !== null }))
}

async function restoreRows(
  tx: Orm,
  { typeIds, tasks }: { typeIds: readonly number[]; tasks: readonly { id: number; typeId: number }[] },
): Promise<void> {
  if (typeIds.length > 0) {
    await tx.update(allTaskTypes).set({ deletionId: null }).where(isInList(allTaskTypes.id, typeIds))
  }
  if (tasks.length === 0) return
  const ids = tasks.map(({ id }) => id)
  await tx.update(allTasks).set({ deletionId: null }).where(isInList(allTasks.id, ids))
  await closeGaps(tx, [...new Set(tasks.map(({ typeId }) => typeId))])
}

/** Deletes entries whose whole content was restored or deleted for good. */
export async function removeEmptyEntries(tx: Orm): Promise<void> {
  const tasksOf = tx.select({ id: allTasks.id }).from(allTasks).where(eq(allTasks.deletionId, deletions.id))
  const typesOf = tx.select({ id: allTaskTypes.id }).from(allTaskTypes).where(eq(allTaskTypes.deletionId, deletions.id))
  await tx.delete(deletions).where(and(notExists(tasksOf), notExists(typesOf)))
}

async function recordRestored(tx: Orm, restored: readonly RestoredTasks[]): Promise<RestoredTrash> {
  const taskIds = restored.flatMap((one) => one.taskIds)
  const types = [...new Set(restored.flatMap((one) => one.typeNames))]
  const kept = restored.flatMap((one) => one.kept)
  if (taskIds.length + types.length === 0)
    throw new Refusal('conflict', kept[0]?.reason ?? 'There is nothing to restore.')
  await recordActivity(tx, taskIds.length > 0 ? { taskIds } : { names: types })
  return { tasks: taskIds.length, types, kept: kept.slice(0, MAX_TRASH_NAMES), kept_count: kept.length }
}
