import type { z } from 'zod'
import type { FieldProblems } from '#contract/errors.ts'
import { TimeOfDay } from '#contract/field.ts'
import type { Task } from '#contract/task.ts'
import { type TaskChange, TaskFields } from '#contract/task-fields.ts'
import { nameAfterEdit } from '../../../data/task-title.ts'

export const DEFAULT_CHUNK_SIZE = 1000
const DEFAULT_TIMES = '04:00, 23:00'
const NO_SCHEDULE = 'None'

/** What the form's fields hold while they are edited: text where the field is text, '' for a number not given. */
export interface TaskFormValues {
  sync_task_type_id: string | null
  name: string
  source_ss_id: string
  source_sheet_name: string
  target_ss_id: string
  target_sheet_name: string
  scheduled_times: string
  relevant_user_accounts: string
  chunk_size: number | ''
  start_row: number | ''
  max_concurrent_tasks: number | ''
}

export const NEW_TASK: TaskFormValues = {
  sync_task_type_id: null,
  name: '',
  source_ss_id: '',
  source_sheet_name: '',
  target_ss_id: '',
  target_sheet_name: '',
  scheduled_times: DEFAULT_TIMES,
  relevant_user_accounts: '',
  chunk_size: DEFAULT_CHUNK_SIZE,
  start_row: 1,
  max_concurrent_tasks: '',
}

/** A task as its form shows it. */
export function valuesOf(task: Task): TaskFormValues {
  return {
    sync_task_type_id: String(task.sync_task_type_id),
    name: task.name,
    source_ss_id: task.source_ss_id,
    source_sheet_name: task.source_sheet_name,
    target_ss_id: task.target_ss_id,
    target_sheet_name: task.target_sheet_name,
    scheduled_times: task.scheduled_times.join(', '),
    relevant_user_accounts: task.relevant_user_accounts,
    chunk_size: task.chunk_size,
    start_row: task.start_row,
    max_concurrent_tasks: task.max_concurrent_tasks ?? '',
  }
}

/** Comma-separated times as a list; nothing typed is sent as the list that means no schedule. */
export function timesFromText(text: string): string[] {
  const times = text
    .split(',')
    .map((time) => time.trim())
    .filter(Boolean)
  return times.length === 0 ? [NO_SCHEDULE] : times
}

/** What is wrong with comma-separated times, undefined when nothing is. */
export function timesFault(text: string): string | undefined {
  const wrong = timesFromText(text).find((time) => time !== NO_SCHEDULE && !TimeOfDay.safeParse(time).success)
  return wrong === undefined ? undefined : `'${wrong}' is not a time in HH:MM format (24-hour)`
}

/** What a new task is created from. */
export function bodyForCreate(values: TaskFormValues): z.input<typeof TaskFields> {
  return { ...fieldsOf(values), name: values.name, sort_order: 0 }
}

/** What an edited task is changed to; its name follows its sheets. */
export function bodyForUpdate(values: TaskFormValues, id: number): z.input<typeof TaskChange> {
  return { ...fieldsOf(values), name: nameAfterEdit({ id, ...values }) }
}

function fieldsOf(values: TaskFormValues) {
  return {
    sync_task_type_id: Number(values.sync_task_type_id),
    source_ss_id: values.source_ss_id,
    target_ss_id: values.target_ss_id,
    source_sheet_name: values.source_sheet_name,
    target_sheet_name: values.target_sheet_name,
    scheduled_times: timesFromText(values.scheduled_times),
    relevant_user_accounts: values.relevant_user_accounts,
    chunk_size: values.chunk_size === '' ? DEFAULT_CHUNK_SIZE : values.chunk_size,
    start_row: values.start_row === '' ? 1 : values.start_row,
    max_concurrent_tasks: values.max_concurrent_tasks === '' ? null : values.max_concurrent_tasks,
  }
}

/** What the contract would refuse, a sentence a field; empty when the form can be sent. */
export function faultsOf(values: TaskFormValues): FieldProblems {
  const faults: Record<string, string> = {}
  const parsed = TaskFields.safeParse(bodyForCreate(values))
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
