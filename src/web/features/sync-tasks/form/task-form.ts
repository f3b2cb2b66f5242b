import type { z } from 'zod'
import type { FieldProblems } from '#contract/errors.ts'
import { TimeOfDay } from '#contract/field.ts'
import type { Task } from '#contract/task.ts'
import { TaskChange, TaskFields, taskShape } from '#contract/task-fields.ts'
import { nameAfterEdit } from '../../../data/task-title.ts'
import { type FormValues, formFields, splitList } from '../../../lib/form-values.ts'

export const DEFAULT_CHUNK_SIZE = 1000
const DEFAULT_TIMES = '04:00, 23:00'
const NO_SCHEDULE = 'None'

const { is_active: _isActive, ...formShape } = taskShape
const form = formFields(formShape, 'sync_task_type_id')

export type TaskFormValues = FormValues<typeof formShape, 'sync_task_type_id'>

export const NEW_TASK: TaskFormValues = {
  ...form.blank,
  scheduled_times: DEFAULT_TIMES,
  chunk_size: DEFAULT_CHUNK_SIZE,
}

export function valuesOf(task: Task): TaskFormValues {
  return form.fromFields(task)
}

/** Comma-separated times as the server takes them; an empty text becomes the list that means no schedule. */
export function timesFromText(text: string): string[] {
  const times = splitList(text)
  return times.length === 0 ? [NO_SCHEDULE] : times
}

/** What is wrong with comma-separated times, undefined when nothing is. */
export function timesFault(text: string): string | undefined {
  const wrong = splitList(text).find((time) => !TimeOfDay.safeParse(time).success)
  return wrong === undefined ? undefined : `'${wrong}' is not a time in HH:MM format (24-hour)`
}

/** The body that creates a task from a valid form. */
export function bodyForCreate(values: TaskFormValues): z.input<typeof TaskFields> {
  const fields = TaskFields.omit({ is_active: true }).parse(form.toFields(values))
  return { ...fields, scheduled_times: timesFromText(values.scheduled_times) }
}

/** The body that changes a task to what a valid form says; the name follows the sheets. */
export function bodyForUpdate(values: TaskFormValues, id: number): z.input<typeof TaskChange> {
  const fields = TaskChange.parse(form.toFields(values))
  return { ...fields, scheduled_times: timesFromText(values.scheduled_times), name: nameAfterEdit({ id, ...values }) }
}

/** What the contract would refuse, a sentence a field; empty when the form can be sent. */
export function faultsOf(values: TaskFormValues): FieldProblems {
  const faults: Record<string, string> = {}
  const parsed = TaskFields.safeParse(form.toFields(values))
  for (const { path, message } of parsed.error?.issues ?? []) faults[String(path[0])] ??= message
  if (values.sync_task_type_id === null) faults['sync_task_type_id'] = 'Choose a task type'
  if (values.source_ss_id.trim() === '') faults['source_ss_id'] = 'Enter a spreadsheet ID or paste a link'
  if (values.target_ss_id.trim() === '') faults['target_ss_id'] = 'Enter a spreadsheet ID or paste a link'
  const times = timesFault(values.scheduled_times)
  if (times !== undefined) faults['scheduled_times'] = times
  return faults
}

/** The server's faults by form field: it names a place within a list as 'field.0'. */
export function faultsByField(fields: FieldProblems): FieldProblems {
  return Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.split('.')[0] ?? path, message]))
}
