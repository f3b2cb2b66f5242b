import type { FieldChange } from '#contract/activity.ts'
import { MAX_PREVIEWED_ROWS, type PreviewedRow, type TaskImportPreview } from '#contract/task-import.ts'
import type { RequestedTask, StoredTask } from '#domain/csv/task-import.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import type { Orm } from '#server/storage/database.ts'
import { taskTypes } from '#server/storage/live-tables.ts'
import { type Decision, type ImportOptions, importInto } from './import-tasks.ts'
import { planTasks } from './planned-tasks.ts'

/**
 * Lists what importing a file would do, by importing it into a plan: no rule can be forgotten, nothing is written, and nobody
 * waits.
 *
 * @throws Refusal 'invalid' for a file that cannot be read
 */
export async function previewTaskImport(
  orm: Orm,
  options: Omit<ImportOptions, 'onDecided'>,
): Promise<TaskImportPreview> {
  const typeNames = await readTypeNames(orm)
  const rows: PreviewedRow[] = []
  let isCut = false
  function onDecided({ accepted, skipped }: Decision): void {
    const room = MAX_PREVIEWED_ROWS - rows.length
    const listed = [
      ...accepted.slice(0, room).map((request) => plannedTask(request, typeNames)),
      ...skipped.slice(0, room).map(skippedRow),
    ]
    rows.push(...listed.sort((one, other) => one.row - other.row).slice(0, room))
    isCut ||= accepted.length + skipped.length > room
  }
  const applied = await importInto(await planTasks(orm), { ...options, orm, onDecided })
  const { errors, ...counts } = applied.counts
  return { ...counts, rows, is_cut: isCut }
}

async function readTypeNames(orm: Orm): Promise<Map<number, string>> {
  const types = await orm.select({ id: taskTypes.id, name: taskTypes.name }).from(taskTypes)
  return new Map(types.map(({ id, name }) => [id, name]))
}

function plannedTask({ row, task, before }: RequestedTask, typeNames: ReadonlyMap<number, string>): PreviewedRow {
  const { name } = task
  const after = fieldsOf(task, typeNames)
  if (!before) {
    const changes = fieldChanges({ after }).filter((change) => change.after !== '')
    return { row, kind: 'created', task_id: null, name, changes, problem: null }
  }
  const changes: FieldChange[] = fieldChanges({ before: fieldsOf(before, typeNames), after })
  return { row, kind: 'changed', task_id: before.id, name: before.name, changes, problem: null }
}

/** The fields as a file has them: with the name of the type. */
function fieldsOf(task: StoredTask, typeNames: ReadonlyMap<number, string>) {
  const { sync_task_type_id, has_own_name: _hasOwnName, ...fields } = taskSettings.toFields(task)
  return { ...fields, task_type: typeNames.get(sync_task_type_id) ?? sync_task_type_id }
}

function skippedRow({ row, message }: { row: number; message: string }): PreviewedRow {
  return { row, kind: 'skipped', task_id: null, name: null, changes: [], problem: message }
}
