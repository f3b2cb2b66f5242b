import type { TaskTypeChange, TaskTypeFields } from '#contract/task-type.ts'
import { type CsvRecord, idOf, numberOf, saidOnly } from './cell.ts'
import { markAsText, unmark } from './text.ts'

/** The columns of a file of task types, in the order in which they are written. */
export const taskTypeCsvColumns = [
  'id',
  'name',
  'allowed_concurrent_tasks',
  'depends_on',
  'queue_delay_seconds',
  'max_retries',
  'retry_delay_seconds',
  'chunk_size',
] as const

export const requiredTaskTypeCsvColumns = ['name'] as const

/** A task type as a file holds it; `depends_on` is the other type's name, since ids differ between installations. */
export type CsvTaskType = Omit<TaskTypeFields, 'depends_on_id'> & { id: number; depends_on: string | null }

export function taskTypeToCsv(type: CsvTaskType): string[] {
  const fields: Record<(typeof taskTypeCsvColumns)[number], string> = {
    id: String(type.id),
    name: markAsText(type.name),
    allowed_concurrent_tasks: String(type.allowed_concurrent_tasks),
    depends_on: markAsText(type.depends_on ?? ''),
    queue_delay_seconds: String(type.queue_delay_seconds),
    max_retries: String(type.max_retries),
    retry_delay_seconds: String(type.retry_delay_seconds),
    chunk_size: String(type.chunk_size),
  }
  return taskTypeCsvColumns.map((column) => fields[column])
}

/** What a row says of a task type: its fields not checked yet, by the names that the contract gives them. */
export interface SaidTaskType {
  readonly id: number | undefined
  /** Null: on nothing; undefined: the row does not say. */
  readonly dependsOn: string | null | undefined
  readonly fields: Readonly<Partial<Record<keyof TaskTypeChange, unknown>>>
}

export function taskTypeFromCsv(record: CsvRecord): SaidTaskType {
  const dependsOn = record['depends_on']
  const name = record['name']
  return {
    id: idOf(record['id']),
    dependsOn: dependsOn === undefined ? undefined : unmark(dependsOn).trim() || null,
    fields: saidOnly({
      name: name === undefined ? undefined : unmark(name),
      allowed_concurrent_tasks: numberOf(record['allowed_concurrent_tasks']),
      queue_delay_seconds: numberOf(record['queue_delay_seconds']),
      max_retries: numberOf(record['max_retries']),
      retry_delay_seconds: numberOf(record['retry_delay_seconds']),
      chunk_size: numberOf(record['chunk_size']),
    }),
  }
}
