import type { TaskChange, TaskFields } from '#contract/task-fields.ts'
import { booleanOf, type CsvRecord, idOf, numberOf, saidOnly } from './cell.ts'
import { markAsText, unmark } from './text.ts'

/** The columns of a file of tasks, in the order in which they are written. */
export const taskCsvColumns = [
  'id',
  'name',
  'task_type',
  'source_ss_id',
  'source_sheet_name',
  'target_ss_id',
  'target_sheet_name',
  'scheduled_times',
  'relevant_user_accounts',
  'chunk_size',
  'start_row',
  'max_concurrent_tasks',
  'is_active',
] as const

/** Without these, no row could make a task. A column that is left out changes nothing. */
export const requiredTaskCsvColumns = ['task_type', 'source_ss_id', 'target_ss_id'] as const

/** A task as a file holds it: its own fields and its type's name. */
export type CsvTask = Required<Omit<TaskFields, 'sync_task_type_id' | 'sort_order'>> & { id: number; task_type: string }

export function taskToCsv(task: CsvTask): string[] {
  const fields: Record<(typeof taskCsvColumns)[number], string> = {
    id: String(task.id),
    name: markAsText(task.name),
    task_type: markAsText(task.task_type),
    source_ss_id: markAsText(task.source_ss_id),
    source_sheet_name: markAsText(task.source_sheet_name),
    target_ss_id: markAsText(task.target_ss_id),
    target_sheet_name: markAsText(task.target_sheet_name),
    scheduled_times: task.scheduled_times.join(', '),
    relevant_user_accounts: markAsText(task.relevant_user_accounts),
    chunk_size: String(task.chunk_size),
    start_row: String(task.start_row),
    max_concurrent_tasks: task.max_concurrent_tasks === null ? '' : String(task.max_concurrent_tasks),
    is_active: String(task.is_active),
  }
  return taskCsvColumns.map((column) => fields[column])
}

/** What a row says of a task: its fields not checked yet, by the names that the contract gives them. */
export interface SaidTask {
  readonly id: number | undefined
  /** Undefined: the row does not say. */
  readonly typeName: string | undefined
  readonly fields: Readonly<Partial<Record<keyof TaskChange, unknown>>>
}

export function taskFromCsv(record: CsvRecord): SaidTask {
  const text = (column: (typeof taskCsvColumns)[number]) => {
    const field = record[column]
    return field === undefined ? undefined : unmark(field)
  }
  return {
    id: idOf(record['id']),
    typeName: text('task_type')?.trim() || undefined,
    fields: saidOnly({
      name: text('name'),
      source_ss_id: text('source_ss_id'),
      source_sheet_name: text('source_sheet_name'),
      target_ss_id: text('target_ss_id'),
      target_sheet_name: text('target_sheet_name'),
      scheduled_times: timesOf(record['scheduled_times']),
      relevant_user_accounts: text('relevant_user_accounts'),
      chunk_size: numberOf(record['chunk_size']),
      start_row: numberOf(record['start_row']),
      max_concurrent_tasks:
        record['max_concurrent_tasks']?.trim() === '' ? null : numberOf(record['max_concurrent_tasks']),
      is_active: booleanOf(record['is_active']),
    }),
  }
}

function timesOf(field: string | undefined): string[] | undefined {
  return field
    ?.split(',')
    .map((time) => time.trim())
    .filter((time) => time !== '')
}
