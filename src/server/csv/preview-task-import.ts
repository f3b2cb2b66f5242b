import type { RowProblem } from '#contract/csv-job.ts'
import type { FieldChange } from '#contract/field-change.ts'
import { MAX_PREVIEWED_ROWS, type PreviewedRow, type TaskImportPreview } from '#contract/task-import.ts'
import type { RequestedTask, StoredTask } from '#domain/csv/task-import.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { createPace } from '#engine/pace/pace.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import type { Orm } from '#server/storage/database.ts'
import { taskTypes } from '#server/storage/live-tables.ts'
import { type Decision, type ImportOptions, importInto } from './import-tasks.ts'
import { planTasks } from './planned-tasks.ts'

/**
 * Previews an import by importing the file into a plan. Preview and import share all rules, nothing is written, and nobody
 * waits.
 *
 * @throws Refusal 'invalid' for a file that cannot be read
 */
export async function previewTaskImport(
  orm: Orm,
  options: Omit<ImportOptions, 'onDecided' | 'pace'>,
): Promise<TaskImportPreview> {
  const pace = createPace({ person: options.importedBy })
  const typeNames = await readTypeNames(orm)
  const [skippedRows, plannedRows]: [PreviewedRow[], PreviewedRow[]] = [[], []]
  let decidedCount = 0
  function onDecided({ accepted, skipped }: Decision): void {
    decidedCount += accepted.length + skipped.length
    skippedRows.push(...skipped.slice(0, MAX_PREVIEWED_ROWS - skippedRows.length).map(skippedRow))
    const planned = accepted.slice(0, MAX_PREVIEWED_ROWS - plannedRows.length)
    plannedRows.push(...planned.map((request) => plannedTask(request, typeNames)))
  }
  const applied = await importInto(await planTasks(orm), { ...options, orm, onDecided, pace })
  const { errors, ...counts } = applied.counts
  // If there are too many rows to list, prefer skipped rows.
  const rows = [...skippedRows, ...plannedRows].slice(0, MAX_PREVIEWED_ROWS).sort((one, other) => one.row - other.row)
  return { ...counts, rows, is_cut: decidedCount > rows.length }
}

async function readTypeNames(orm: Orm): Promise<Map<number, string>> {
  const types = await orm.select({ id: taskTypes.id, name: taskTypes.name }).from(taskTypes)
  return new Map(types.map(({ id, name }) => [id, name]))
}

const NO_PROBLEM = { problem: null, column: null, value: null }

function plannedTask({ row, task, before }: RequestedTask, typeNames: ReadonlyMap<number, string>): PreviewedRow {
  const { name } = task
  const after = readFields(task, typeNames)
  if (!before) {
    const changes = fieldChanges({ after }).filter((change) => change.after !== '')
    return { row, kind: 'created', task_id: null, name, changes, ...NO_PROBLEM }
  }
  const changes: FieldChange[] = fieldChanges({ before: readFields(before, typeNames), after })
  return { row, kind: 'changed', task_id: before.id, name: before.name, changes, ...NO_PROBLEM }
}

/** Reads the fields as in a file, with the name of the type. */
function readFields(task: StoredTask, typeNames: ReadonlyMap<number, string>) {
  const { sync_task_type_id, has_own_name: _hasOwnName, ...fields } = taskSettings.toFields(task)
  return { ...fields, task_type: typeNames.get(sync_task_type_id) ?? sync_task_type_id }
}

function skippedRow({ row, message, name, column, value }: RowProblem): PreviewedRow {
  return {
    row,
    kind: 'skipped',
    task_id: null,
    name: name ?? null,
    changes: [],
    problem: message,
    column: column ?? null,
    value: value ?? null,
  }
}
