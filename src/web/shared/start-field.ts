import type { TaskType } from '#contract/task-type.ts'

export const START_FIELDS = [
  'every_minutes',
  'every_minutes_between',
  'after_source',
  'on_edit',
  'on_edit_pause_minutes',
  'on_edit_at_most_every_minutes',
] as const
export type StartField = (typeof START_FIELDS)[number]

export interface StartFieldsProps {
  form: { getInputProps(field: StartField, options?: { type: 'checkbox' }): object }
  /** Type of the task, which sets the defaults; undefined in the form of a type, or before a type is chosen. */
  ofType?: Pick<TaskType, StartField> | undefined
  isOfTask: boolean
}
