import { Stack } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { AfterSourceField } from './after-source-field.tsx'
import { IntervalFields } from './interval-fields.tsx'
import { OnEditFields } from './on-edit-fields.tsx'

export type StartField =
  | 'every_minutes'
  | 'every_minutes_between'
  | 'after_source'
  | 'on_edit'
  | 'on_edit_pause_minutes'
  | 'on_edit_at_most_every_minutes'

export interface StartFieldsProps {
  form: { getInputProps(field: StartField, options?: { type: 'checkbox' }): object }
  /** The type of the task, which decides where the task does not; undefined in the form of a type, or before one is chosen. */
  ofType?: Pick<TaskType, StartField> | undefined
  isOfTask: boolean
}

/** What starts a task, or the tasks of a type, beside scheduled times. */
export function StartFields(props: StartFieldsProps) {
  return (
    <Stack gap="sm" pt="xs">
      <IntervalFields {...props} />
      <AfterSourceField {...props} />
      <OnEditFields {...props} />
    </Stack>
  )
}
