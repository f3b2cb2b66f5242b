import type { z } from 'zod'
import type { FieldProblems } from '#contract/errors.ts'
import { TimeOfDay } from '#contract/field.ts'
import { splitList } from '#contract/split-list.ts'
import { tabIdIn } from '#contract/spreadsheet-link.ts'
import type { Task } from '#contract/task.ts'
import { MODES, TaskChange, TaskFields, taskShape, withLinkedTabs } from '#contract/task-fields.ts'
import { DEFAULT_CHUNK_SIZE } from '#contract/task-reading.ts'
import type { TaskType } from '#contract/task-type.ts'
import { shapeProblems } from '#domain/shape/shape-problems.ts'
import { nameAfterEdit } from '#domain/tasks/task-name.ts'
import { type FormValues, formFields } from '../../../lib/form-values.ts'

const DEFAULT_TIMES = '04:00, 23:00'
const NO_SCHEDULE = 'None'

const { is_active: _isActive, has_own_name: _hasOwnName, ...formShape } = taskShape
const form = formFields(formShape, 'sync_task_type_id')

export type TaskFormValues = FormValues<typeof formShape, 'sync_task_type_id'>

/** Schema of stored form values. */
export const StoredTaskForm = form.schema

export const NEW_TASK: TaskFormValues = {
  ...form.blank,
  scheduled_times: DEFAULT_TIMES,
  chunk_size: String(DEFAULT_CHUNK_SIZE),
}

/** Name of the type in a new database. */
const DEFAULT_TYPE = 'Default'

/** Values of the form of a new task, with the type Default if it exists. */
export function newTaskValues(types: readonly Pick<TaskType, 'id' | 'name' | 'chunk_size'>[]): TaskFormValues {
  const type = types.find(({ name }) => name === DEFAULT_TYPE)
  return type ? { ...NEW_TASK, sync_task_type_id: String(type.id), chunk_size: String(type.chunk_size) } : NEW_TASK
}

/** Form values of a task. The name is blank unless somebody chose it. */
export function taskFormValues(task: Task): TaskFormValues {
  return { ...form.fromFields(task), name: task.has_own_name ? task.name : '' }
}

/** Form values of a duplicate: a person must choose its target and name. */
export function duplicateFormValues(task: Task): TaskFormValues {
  return { ...form.fromFields(task), name: '', target_ss_id: '', target_sheet_name: '' }
}

/** Splits comma-separated times for the server. An empty text becomes a list with the value for no schedule. */
export function parseTimes(text: string): string[] {
  const times = splitList(text)
  return times.length === 0 ? [NO_SCHEDULE] : times
}

/** Reads the fields from form values. With a list of targets, the task's own target spreadsheet is optional. */
function fieldsIn(values: TaskFormValues) {
  const fields = form.toFields(values)
  return listsTargets(values) ? withLinkedTabs(fields) : fields
}

/** Whether each value has its own file, so the task needs no target spreadsheet. */
function listsTargets({ split_by, targets, targets_from }: TaskFormValues): boolean {
  return split_by.trim() !== '' && (targets.trim() !== '' || targets_from.trim() !== '')
}

/** Finds the problem with comma-separated times; undefined if they are valid. */
export function timesProblem(text: string): string | undefined {
  const invalid = splitList(text).find((time) => !TimeOfDay.safeParse(time).success)
  return invalid === undefined ? undefined : `'${invalid}' is not a time in HH:MM format (24-hour)`
}

/** Builds the request body that creates a task from a valid form. */
export function bodyForCreate(values: TaskFormValues): z.input<typeof TaskFields> {
  const fields = TaskFields.omit({ is_active: true }).parse(fieldsIn(values))
  const isNamed = values.name.trim() !== ''
  return { ...fields, scheduled_times: parseTimes(values.scheduled_times), ...(isNamed && { has_own_name: true }) }
}

/** The name of a new task, from the source tab; undefined if no tab was read. */
export function nameOfNewTask(
  { source_sheet_name }: Pick<TaskFormValues, 'source_sheet_name'>,
  tabs: readonly { title: string; is_hidden: boolean }[],
): string | undefined {
  const isNamed = source_sheet_name !== '' && tabIdIn(source_sheet_name) === undefined
  return isNamed ? source_sheet_name : tabs.find(({ is_hidden }) => !is_hidden)?.title
}

/** Builds the request body that updates a task from a valid form. Derives a blank name from the sheets. */
export function bodyForUpdate(values: TaskFormValues, id: number): z.input<typeof TaskChange> {
  const fields = TaskChange.parse(fieldsIn(values))
  const chosen = values.name.trim()
  const name = chosen || nameAfterEdit({ id, ...values })
  return { ...fields, scheduled_times: parseTimes(values.scheduled_times), name, has_own_name: chosen !== '' }
}

/** Returns the error message of each invalid field; empty if the form can be submitted. */
export function validateTaskForm(values: TaskFormValues): FieldProblems {
  const problems: Record<string, string> = {}
  const parsed = TaskFields.safeParse(fieldsIn(values))
  for (const { path, message } of parsed.error?.issues ?? []) problems[String(path[0])] ??= message
  Object.assign(
    problems,
    shapeProblems({
      ...values,
      mode: findMode(values),
      timeColumn: values.time_column.trim(),
      keyColumns: values.key_columns,
      holdsEdits: values.holds_edits,
      moreSources: values.more_sources,
      splitBy: values.split_by.trim(),
      targetsFrom: values.targets_from,
      sourceColumn: values.source_column.trim(),
      controlSums: splitList(values.control_sums),
    }),
  )
  if (values.sync_task_type_id === null) problems['sync_task_type_id'] = 'Choose a task type'
  if (values.source_ss_id.trim() === '') problems['source_ss_id'] = 'Enter a spreadsheet ID or paste a link'
  if (values.target_ss_id.trim() === '' && !listsTargets(values))
    problems['target_ss_id'] = 'Enter a spreadsheet ID or paste a link'
  const times = timesProblem(values.scheduled_times)
  if (times !== undefined) problems['scheduled_times'] = times
  return problems
}

function findMode({ mode }: Pick<TaskFormValues, 'mode'>): (typeof MODES)[number] {
  return MODES.find((known) => known === mode) ?? 'mirror'
}

/** Maps the server's problems to form fields. The server names an entry of a list 'field.0'. */
export function problemsByField(fields: FieldProblems): FieldProblems {
  return Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.split('.')[0] ?? path, message]))
}
