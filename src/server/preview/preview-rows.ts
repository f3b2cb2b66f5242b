import { and, asc, desc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { Failure } from '#domain/failures/failure.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { previews, taskPreviews } from '#server/storage/schema.ts'
import { screenOrder } from '#server/tasks/screen-order.ts'

const UNFINISHED = ['waiting', 'reading'] as const
/** Time without a sign of life after which a node is gone. */
const LOST_AFTER_MS = 30_000

export type PreviewRow = typeof previews.$inferSelect
export type TaskPreviewRow = typeof taskPreviews.$inferSelect

interface NewPreview {
  taskIds: readonly number[]
  createdBy: string
  now: Date
  expiresAt: Date
}

/** Adds a preview of these tasks, in the order of the screen. All tasks begin as waiting. */
export async function addPreview(tx: Orm, { taskIds, createdBy, now, expiresAt }: NewPreview): Promise<number> {
  const [added] = await tx
    .insert(previews)
    .values({ createdBy, createdAt: now, expiresAt, aliveAt: now })
    .returning({ id: previews.id })
  if (!added) throw new Error('The preview was not inserted')
  await tx
    .insert(taskPreviews)
    .values(taskIds.map((taskId) => ({ previewId: added.id, taskId, status: 'waiting' as const })))
  return added.id
}

/** Lists the tasks to preview in the order of the screen: the given tasks, or the active tasks of a type. */
export async function tasksToPreview(
  orm: Orm,
  { taskIds, typeId }: { taskIds?: readonly number[] | undefined; typeId?: number | undefined },
): Promise<number[]> {
  const ofType = typeId === undefined ? undefined : and(eq(tasks.taskTypeId, typeId), tasks.isActive)
  const rows = await orm
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(taskIds ? isInList(tasks.id, taskIds) : ofType)
    .orderBy(...screenOrder)
  return rows.map(({ id }) => id)
}

/** Deletes expired previews, and all except a person's newest previews. */
export async function removeOldPreviews(
  tx: Orm,
  { createdBy, keep, now }: { createdBy: string; keep: number; now: Date },
): Promise<void> {
  await removeExpiredPreviews(tx, now)
  const newest = tx
    .select({ id: previews.id })
    .from(previews)
    .where(eq(previews.createdBy, createdBy))
    .orderBy(desc(previews.id))
    .limit(keep)
  await tx.delete(previews).where(and(eq(previews.createdBy, createdBy), notInArray(previews.id, newest)))
}

export async function removeExpiredPreviews(orm: Orm, now: Date): Promise<void> {
  await orm.delete(previews).where(lt(previews.expiresAt, now))
}

export async function countPreviewsInProgress(
  tx: Orm,
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<number> {
  const isAlive = gt(previews.aliveAt, new Date(now.getTime() - LOST_AFTER_MS))
  return await tx.$count(previews, and(eq(previews.createdBy, createdBy), isAlive, hasUnfinished(tx)))
}

function hasUnfinished(orm: Orm) {
  const unfinished = orm
    .select({ previewId: taskPreviews.previewId })
    .from(taskPreviews)
    .where(isInList(taskPreviews.status, UNFINISHED))
  return inArray(previews.id, unfinished)
}

/** Whether the node reading a preview is gone. */
export function isLost({ aliveAt }: Pick<PreviewRow, 'aliveAt'>, now: Date): boolean {
  return now.getTime() - aliveAt.getTime() > LOST_AFTER_MS
}

/** @throws Refusal 'not_found' */
export async function requirePreview(orm: Orm, { id, now }: { id: number; now: Date }): Promise<PreviewRow> {
  const [row] = await orm
    .select()
    .from(previews)
    .where(and(eq(previews.id, id), gt(previews.expiresAt, now)))
  if (!row) throw new Refusal('not_found', 'There is no such preview. Previews are deleted after two hours.')
  return row
}

/** Lists the task previews of a preview, in the order of the screen. */
export async function listTaskPreviews(orm: Orm, previewId: number) {
  return await orm
    .select({ preview: taskPreviews, taskName: tasks.name, typeName: taskTypes.name })
    .from(taskPreviews)
    .innerJoin(tasks, eq(tasks.id, taskPreviews.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(eq(taskPreviews.previewId, previewId))
    .orderBy(...screenOrder)
}

/** Reads a task's part of a preview; undefined if the preview does not include the task. */
export async function findTaskPreview(
  orm: Orm,
  { previewId, taskId }: { previewId: number; taskId: number },
): Promise<TaskPreviewRow | undefined> {
  const [row] = await orm
    .select()
    .from(taskPreviews)
    .where(and(eq(taskPreviews.previewId, previewId), eq(taskPreviews.taskId, taskId)))
  return row
}

/** Lists the tasks of a preview that have not been read yet. */
export async function waitingTaskPreviews(orm: Orm, previewId: number): Promise<{ id: number; taskId: number }[]> {
  return await orm
    .select({ id: taskPreviews.id, taskId: taskPreviews.taskId })
    .from(taskPreviews)
    .where(and(eq(taskPreviews.previewId, previewId), eq(taskPreviews.status, 'waiting')))
    .orderBy(asc(taskPreviews.id))
}

/** Begins to read a task's preview. Returns false if it was canceled or deleted meanwhile. */
export async function beginTaskPreview(orm: Orm, id: number): Promise<boolean> {
  const begun = await orm
    .update(taskPreviews)
    .set({ status: 'reading' })
    .where(and(eq(taskPreviews.id, id), eq(taskPreviews.status, 'waiting')))
    .returning({ id: taskPreviews.id })
  return begun.length > 0
}

type Progress = Pick<TaskPreviewRow, 'rowsDone' | 'rowsTotal' | 'waitingUntil'>

export async function saveProgress(orm: Orm, { id, progress }: { id: number; progress: Progress }): Promise<void> {
  await orm
    .update(taskPreviews)
    .set(progress)
    .where(and(eq(taskPreviews.id, id), eq(taskPreviews.status, 'reading')))
}

export type TaskPreviewEnd =
  | { status: 'done'; result: NonNullable<TaskPreviewRow['result']>; columns: NonNullable<TaskPreviewRow['columns']> }
  | { status: 'failed'; failure: Failure }

/** Saves the end of a task's preview, unless it was canceled or deleted meanwhile. */
export async function endTaskPreview(orm: Orm, { id, end }: { id: number; end: TaskPreviewEnd }): Promise<void> {
  await orm
    .update(taskPreviews)
    .set({ ...end, waitingUntil: null })
    .where(and(eq(taskPreviews.id, id), isInList(taskPreviews.status, UNFINISHED)))
}

/**
 * Shows other nodes that this node is still working. Returns false if the preview was canceled or deleted, so nothing is left
 * to do.
 */
export async function keepAlive(orm: Orm, { previewId, now }: { previewId: number; now: Date }): Promise<boolean> {
  const alive = await orm
    .update(previews)
    .set({ aliveAt: now })
    .where(and(eq(previews.id, previewId), hasUnfinished(orm)))
    .returning({ id: previews.id })
  return alive.length > 0
}

/** Cancels the unfinished tasks of a preview. Returns how many it canceled. */
export async function cancelTaskPreviews(orm: Orm, previewId: number): Promise<number> {
  const canceled = await orm
    .update(taskPreviews)
    .set({ status: 'canceled', waitingUntil: null })
    .where(and(eq(taskPreviews.previewId, previewId), isInList(taskPreviews.status, UNFINISHED)))
    .returning({ id: taskPreviews.id })
  return canceled.length
}

/** Fails unfinished tasks of previews because this node is shutting down. */
export async function failTaskPreviews(
  orm: Orm,
  { previewIds, error }: { previewIds: readonly number[]; error: string },
): Promise<void> {
  if (previewIds.length === 0) return
  await orm
    .update(taskPreviews)
    .set({ status: 'failed', error, waitingUntil: null })
    .where(sql`${isInList(taskPreviews.previewId, previewIds)} and ${isInList(taskPreviews.status, UNFINISHED)}`)
}
