import { and, count, eq, getTableColumns, isNull, ne } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { outcomeColumns } from '#server/runs/count-columns.ts'
import { holdColumns } from '#server/runs/holds.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { holds, runs } from '#server/storage/schema.ts'
import { idsOfMatchingTasks, type TaskFilter } from './matching-tasks.ts'
import { screenOrder, typeOrder } from './screen-order.ts'
import { targetValues } from './target-values.ts'

export type Task = typeof tasks.$inferSelect

/** A task with its type and current run. */
export type TaskRow = Awaited<ReturnType<typeof getTasks>>[number]

export function noSuchTask(): Refusal {
  return new Refusal('not_found', 'Sync task not found.')
}

interface ListOptions extends TaskFilter {
  page: number
  limit: number
}

interface TaskPage extends TaskCounts {
  ids: number[]
  /** Number of matching tasks on all pages. */
  matching: number
}

/** Reads a page of matching tasks, by type and position. `page` counts from 1. */
export async function pageOfTasks(orm: Orm, { page, limit, ...filter }: ListOptions): Promise<TaskPage> {
  const counts = await countTasks(orm)
  const matchingIds = await idsOfMatchingTasks(orm, filter)
  const offset = (page - 1) * limit
  if (matchingIds !== 'all') {
    return { ...counts, ids: matchingIds.slice(offset, offset + limit), matching: matchingIds.length }
  }
  return { ...counts, ids: await idsOfPage(orm, { offset, limit, ofType: counts.ofType }), matching: counts.total }
}

/**
 * Reads existing tasks in any order, by known IDs. For a join with the page, PostgreSQL would expect many rows and read all
 * runs.
 */
export async function getTasks(orm: Orm, taskIds: readonly number[]) {
  if (taskIds.length === 0) return []
  return await selectTasks(orm).where(isInList(tasks.id, taskIds))
}

export interface TaskCounts {
  /** Number of all tasks, regardless of the filter. */
  total: number
  /** Number of tasks by type ID, for types with tasks, in the order of the screen. */
  ofType: ReadonlyMap<number, number>
}

/** Counts the tasks of all types, or of the types in `typeIds`. */
export async function countTasks(orm: Orm, typeIds?: readonly number[]): Promise<TaskCounts> {
  const counted = orm
    .select({ typeId: tasks.taskTypeId, count: count().as('count') })
    .from(tasks)
    .where(typeIds && isInList(tasks.taskTypeId, typeIds))
    .groupBy(tasks.taskTypeId)
    .as('counted')
  const rows = await orm
    .select({ typeId: counted.typeId, count: counted.count })
    .from(counted)
    .innerJoin(taskTypes, eq(taskTypes.id, counted.typeId))
    .orderBy(...typeOrder)
  return {
    total: rows.reduce((total, row) => total + row.count, 0),
    ofType: new Map(rows.map((row) => [row.typeId, row.count])),
  }
}

/**
 * Reads a task's title for messages: `'Orders' (Nightly)`.
 * @throws Refusal 'not_found'
 */
export async function requireTask(orm: Orm, taskId: number): Promise<{ title: string; isActive: boolean }> {
  const [task] = await orm
    .select({ name: tasks.name, typeName: taskTypes.name, isActive: tasks.isActive })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(eq(tasks.id, taskId))
  if (!task) throw noSuchTask()
  return { title: withTypeName(`'${task.name}'`, task.typeName), isActive: task.isActive }
}

/** @throws Refusal 'not_found' */
export async function requireWholeTask(orm: Orm, taskId: number): Promise<Task> {
  const [task] = await orm.select().from(tasks).where(eq(tasks.id, taskId))
  if (!task) throw noSuchTask()
  return task
}

/**
 * Reads the name of a task as screens show it.
 * @throws Refusal 'not_found'
 */
export async function requireTaskTitle(orm: Orm, taskId: number): Promise<string> {
  const [task] = await orm
    .select({
      id: tasks.id,
      name: tasks.name,
      source_sheet_name: tasks.sourceSheetName,
      target_sheet_name: tasks.targetSheetName,
      type_name: taskTypes.name,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(eq(tasks.id, taskId))
  if (!task) throw noSuchTask()
  return withTypeName(taskName(task), task.type_name)
}

/** Lists the IDs of all tasks, by type and position. */
export async function taskIdsInOrder(orm: Orm): Promise<number[]> {
  const rows = await selectIdsInOrder(orm)
  return rows.map((row) => row.id)
}

interface PageOfAll extends Pick<TaskCounts, 'ofType'> {
  offset: number
  limit: number
}

/** Finds the IDs of a page of all tasks. Reads only types with tasks on the page. */
async function idsOfPage(orm: Orm, { offset, limit, ofType }: PageOfAll): Promise<number[]> {
  let [before, skipped] = [0, 0]
  const typeIds: number[] = []
  for (const [typeId, size] of ofType) {
    if (before + size <= offset) skipped += size
    else if (before < offset + limit) typeIds.push(typeId)
    before += size
  }
  if (typeIds.length === 0) return []
  const rows = await selectIdsInOrder(orm)
    .where(isInList(tasks.taskTypeId, typeIds))
    .limit(limit)
    .offset(offset - skipped)
  return rows.map((row) => row.id)
}

function selectIdsInOrder(orm: Orm) {
  return orm
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .orderBy(...screenOrder)
    .$dynamic()
}

export interface TaskWithType {
  task: Task
  typeName: string
}

/** Reads the given tasks if they exist, in any order. */
export async function listTasksById(orm: Orm, taskIds: readonly number[]): Promise<TaskWithType[]> {
  return orm
    .select({ task: getTableColumns(tasks), typeName: taskTypes.name })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isInList(tasks.id, taskIds))
}

/** @throws Refusal 'not_found' */
export async function setActive(
  orm: Orm,
  { taskId, isActive }: { taskId: number; isActive: boolean },
): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const [before] = await tx
      .select({ isActive: tasks.isActive })
      .from(tasks)
      .where(eq(tasks.id, taskId))
      .for('no key update')
    if (!before) throw noSuchTask()
    if (before.isActive !== isActive) {
      await tx.update(tasks).set({ isActive }).where(eq(tasks.id, taskId))
      await recordToggle(tx, { taskIds: [taskId], isActive })
    }
    return isActive
  })
}

/** Activates or deactivates all tasks, or `taskIds`. Returns the IDs of changed tasks. */
export async function setAllActive(
  orm: Orm,
  { isActive, taskIds }: { isActive: boolean; taskIds?: readonly number[] | undefined },
): Promise<number[]> {
  return orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const changed = await tx
      .update(tasks)
      .set({ isActive })
      .where(and(ne(tasks.isActive, isActive), taskIds && isInList(tasks.id, taskIds)))
      .returning({ id: tasks.id })
    const changedIds = changed.map(({ id }) => id)
    if (changedIds.length > 0) await recordToggle(tx, { taskIds: changedIds, isActive })
    return changedIds
  })
}

async function recordToggle(tx: Orm, { taskIds, isActive }: { taskIds: number[]; isActive: boolean }): Promise<void> {
  const [before, after] = [{ is_active: !isActive }, { is_active: isActive }]
  const taskChanges = taskIds.map((taskId) => ({ taskId, before, after }))
  await recordActivity(tx, { taskIds, changes: fieldChanges({ before, after }), taskChanges })
}

const typeOnEdit = {
  onEdit: taskTypes.onEdit,
  onEditPauseMinutes: taskTypes.onEditPauseMinutes,
  onEditAtMostEveryMinutes: taskTypes.onEditAtMostEveryMinutes,
}

function selectTasks(orm: Orm) {
  return orm
    .select({
      task: getTableColumns(tasks),
      type: {
        id: taskTypes.id,
        name: taskTypes.name,
        chunk_size: taskTypes.chunkSize,
        allowed_concurrent_tasks: taskTypes.allowedConcurrentTasks,
        every_minutes: taskTypes.everyMinutes,
        every_minutes_between: taskTypes.everyMinutesBetween,
      },
      run: {
        attempt: runs.attempt,
        triggeredBy: runs.triggeredBy,
        queuedAt: runs.queuedAt,
        startedAt: runs.startedAt,
        endedAt: runs.endedAt,
        errorCount: runs.errorCount,
        cellsChanged: runs.cellsChanged,
        ...outcomeColumns,
        status: runs.status,
        failure: runs.failure,
      },
      hold: holdColumns,
      targetValues,
      typeOnEdit,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(runs, eq(runs.id, tasks.currentRunId))
    .leftJoin(holds, and(eq(holds.taskId, tasks.id), isNull(holds.closedAt)))
    .$dynamic()
}
