import { Stack } from '@mantine/core'
import { AfterSourceField } from './after-source-field.tsx'
import { IntervalFields } from './interval-fields.tsx'
import { OnEditFields } from './on-edit-fields.tsx'
import type { StartFieldsProps } from './start-field.ts'

/** Fields for ways to start a task, or the tasks of a type, besides scheduled times. */
export function StartFields(props: StartFieldsProps) {
  return (
    <Stack gap="sm" pt="xs">
      <IntervalFields {...props} />
      <AfterSourceField {...props} />
      <OnEditFields {...props} />
    </Stack>
  )
}
