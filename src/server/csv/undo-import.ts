import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { desc, eq, getTableColumns, TransactionRollbackError } from 'drizzle-orm'
import { type ImportUndo, MAX_UNDONE_TASKS, type UndoneTask } from '#contract/activity.ts'
import { Refusal } from '#contract/errors.ts'
import { taskTable } from '#domain/csv/tables.ts'
import { revertUnlessEdited } from '#domain/tasks/field-difference.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { revertedTaskSettings, taskSettings } from '#domain/tasks/task-settings.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { nameTypes } from '#server/activity/name-types.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Lenders } from '#server/auth/lenders.ts'
import { allowLongPauses } from '#server/storage/allow-long-pauses.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { activity, taskChanges } from '#server/storage/schema.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import { moveToTrash } from '#server/tasks/remove-tasks.ts'
import { closeAllGaps, putAtPositions } from '#server/tasks/task-positions.ts'
import { applyFile } from './import-tasks.ts'
import { findTasks, lockForImport, readForImport } from './imported-task-rows.ts'

interface Undo {
  /** The import's entry in Activity. */
  activityId: number
  undoneBy: string
  lenders: Lenders
}

/**
 * Undoes an import: moves created tasks to the trash, and reverts changed fields unless they were edited since. Tasks that
 * cannot be reverted are kept and listed with the reason.
 *
 * @throws Refusal 'not_found', 'conflict' when nothing is left to undo
 */
export async function undoImport(orm: Orm, request: Undo): Promise<ImportUndo> {
  return orm.transaction(async (tx) => {
    const undo = await undoWithin(tx, request)
    if (undo.deleted + undo.reverted > 0) return undo
    const reason = undo.tasks.find(({ problem }) => problem !== null)?.problem
    throw new Refusal('conflict', reason ? `Nothing can be undone: ${reason}` : 'Nothing is left to undo.')
  })
}

/** Undoes an import and rolls the transaction back, so the preview follows the same rules. */
export async function previewImportUndo(orm: Orm, request: Undo): Promise<ImportUndo> {
  const preview: ImportUndo = { deleted: 0, reverted: 0, kept: 0, tasks: [], is_cut: false }
  const attempt = orm.transaction(async (tx) => {
    Object.assign(preview, await undoWithin(tx, request))
    tx.rollback()
  })
  await attempt.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error
  })
  return preview
}

interface RecordedChange {
  task: Task
  change: typeof taskChanges.$inferSelect
}

async function undoWithin(tx: Orm, { activityId, undoneBy, lenders }: Undo): Promise<ImportUndo> {
  await allowLongPauses(tx)
  await lockForImport(tx)
  const { typesByName } = await readForImport(tx)
  const recorded = await readImport(tx, activityId)
  const created = await deleteCreated(tx, recorded)
  const changed = recorded.filter(({ change }) => change.before !== null)
  const typeNames = new Map([...typesByName.values()].map(({ id, name }) => [id, name]))
  const { undone, taskChanges: written } = await revertChanged(tx, { changed, typeNames, undoneBy, lenders })
  const typeNameByTask = new Map(recorded.map(({ task }) => [task.id, typeNames.get(task.taskTypeId) ?? '']))
  const all = [...created, ...undone].map((task) => {
    return { ...task, name: withTypeName(task.name, typeNameByTask.get(task.task_id) ?? '') }
  })
  const countOfKind = (kind: UndoneTask['kind']) => all.filter((task) => task.kind === kind).length
  const counts = { deleted: countOfKind('deleted'), reverted: countOfKind('reverted'), kept: countOfKind('kept') }
  const touched = all.filter(({ kind }) => kind !== 'kept')
  if (touched.length > 0) {
    await recordActivity(tx, {
      taskIds: touched.map((task) => task.task_id),
      names: touched.map(({ name }) => name),
      changes: fieldChanges({ after: { deleted: counts.deleted, reverted: counts.reverted } }),
      taskChanges: written,
    })
  }
  const listed = await nameTypes(tx, all.slice(0, MAX_UNDONE_TASKS))
  return { ...counts, tasks: listed, is_cut: all.length > MAX_UNDONE_TASKS }
}

/** Reads the changes of an import to tasks that are not in the trash, the last change first. */
async function readImport(tx: Orm, activityId: number): Promise<RecordedChange[]> {
  const [entry] = await tx.select().from(activity).where(eq(activity.id, activityId))
  if (entry?.kind !== 'tasks_imported') throw new Refusal('not_found', 'There is no import of tasks with this entry.')
  return tx
    .select({ change: getTableColumns(taskChanges), task: getTableColumns(tasks) })
    .from(taskChanges)
    .innerJoin(tasks, eq(tasks.id, taskChanges.taskId))
    .where(eq(taskChanges.activityId, activityId))
    .orderBy(desc(taskChanges.id))
}

async function deleteCreated(tx: Orm, recorded: readonly RecordedChange[]): Promise<UndoneTask[]> {
  const created = recorded.filter(({ change }) => change.before === null).map(({ task }) => task)
  if (created.length === 0) return []
  const found = await findTasks(
    tx,
    created.map(({ id }) => id),
  )
  const isBusy = (id: number) => found.get(id)?.isBusy ?? false
  const deletable = created.filter(({ id }) => !isBusy(id)).map(({ id }) => id)
  if (deletable.length > 0) {
    await moveToTrash(tx, { kind: 'import', which: isInList(tasks.id, deletable) })
    await closeAllGaps(tx)
  }
  return created.map(({ id, name }) =>
    isBusy(id)
      ? { task_id: id, name, kind: 'kept', changes: [], problem: 'Cannot delete while the task is running' }
      : { task_id: id, name, kind: 'deleted', changes: [], problem: null },
  )
}

interface ImportChanges {
  changed: readonly RecordedChange[]
  typeNames: ReadonlyMap<number, string>
  undoneBy: string
  lenders: Lenders
}

/** Reverts fields by importing their former values, so all rules of an import apply. */
async function revertChanged(tx: Orm, { changed, typeNames, undoneBy, lenders }: ImportChanges) {
  const wanted = changed.map(({ task, change: { before, after, positionBefore } }) => {
    const { change, edited } = revertUnlessEdited(task, { before: before ?? {}, after: after ?? {} })
    return { task, settings: revertedTaskSettings({ task, change }), edited, positionBefore }
  })
  const rows = wanted.map(({ task, settings }) => {
    const reference = typeNames.get(settings.taskTypeId) ?? 'that was deleted'
    return taskTable.format({ id: task.id, reference, fields: taskSettings.toFields(settings) })
  })
  const problems = new Map<number, string>()
  const accepted = new Set<number>()
  const file = Readable.from([Buffer.from(stringify([taskTable.columns, ...rows]))])
  const { written } = await applyFile(tx, {
    file,
    importedBy: undoneBy,
    lenders,
    onDecided({ accepted: requests, skipped }) {
      for (const { task } of requests) accepted.add(task.id)
      for (const { row, message } of skipped) problems.set(row, message)
    },
  })
  const returned = wanted.filter(
    ({ task, settings }) => accepted.has(task.id) && settings.taskTypeId !== task.taskTypeId,
  )
  await putAtPositions(
    tx,
    returned.map(({ task, settings, positionBefore }) => ({
      id: task.id,
      typeId: settings.taskTypeId,
      position: positionBefore ?? Number.MAX_SAFE_INTEGER,
    })),
  )
  const undone = wanted.flatMap(({ task, settings, edited }, index): UndoneTask[] => {
    // The header is row 1.
    const problem = problems.get(index + 2) ?? editedSince(edited)
    const base = { task_id: task.id, name: task.name, problem }
    if (!accepted.has(task.id)) return problem === null ? [] : [{ ...base, kind: 'kept', changes: [] }]
    const [before, after] = [taskSettings.toFields(task), taskSettings.toFields(settings)]
    return [{ ...base, kind: 'reverted', changes: fieldChanges({ before, after }) }]
  })
  return { undone, taskChanges: written }
}

function editedSince(fields: readonly string[]): string | null {
  return fields.length === 0 ? null : `Edited since: ${fields.map((field) => field.replaceAll('_', ' ')).join(', ')}`
}
