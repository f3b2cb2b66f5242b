import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { NumberField } from '../../../ui/number-field.tsx'
import type { TaskFormState } from '../form/use-task-form.ts'

/** When an edit of the source runs the task. */
export function EditFields({ form }: { form: TaskFormState }) {
  return (
    <Stack gap="sm" pt="xs">
      <Checkbox
        label="Run when somebody edited the source"
        description="Google Drive is asked about once a minute whether the spreadsheet was edited, in any of its tabs."
        {...form.getInputProps('on_edit', { type: 'checkbox' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberField
          label="Minutes without edits"
          description="1 to 10: waits until nobody edited for so long, but for 10 minutes at most"
          {...form.getInputProps('on_edit_pause_minutes')}
        />
        <NumberField
          label="At most every (minutes)"
          description="1 to 1440: such runs are at least so far apart"
          {...form.getInputProps('on_edit_at_most_every_minutes')}
        />
      </SimpleGrid>
      {form.values.on_edit && (
        <Text size="xs" c="dimmed">
          New results of formulas, of IMPORTRANGE and similar functions, and entries from Google Forms may not count as
          edits, and Drive reports an edit minutes late at times. Keep a scheduled time for what is missed.
        </Text>
      )}
    </Stack>
  )
}
