import {
  Checkbox,
  type CheckboxProps,
  NativeSelect,
  type NativeSelectProps,
  SimpleGrid,
  Stack,
  Text,
  type TextInputProps,
} from '@mantine/core'
import { DESCRIPTION_LAST } from '../ui/description-last.ts'
import { NumberField } from '../ui/number-field.tsx'
import type { StartField, StartFieldsProps } from './start-field.ts'

const RUNS = 'Run when somebody edited the source'
const ASKS =
  'Google Drive is asked about once a minute whether anything in the spreadsheet was edited, in any of its tabs.'

/** Fields that make edits of the source run a task, or the tasks of a type. */
export function OnEditFields({ form, ofType, isOfTask }: StartFieldsProps) {
  const sameAsType = (value: unknown) => (ofType ? `Same as type: ${String(value)}` : 'Same as type')
  const placeholder = (name: StartField) => (isOfTask ? { placeholder: sameAsType(ofType?.[name]) } : {})
  return (
    <Stack gap="sm">
      {isOfTask ? (
        <NativeSelect
          label={RUNS}
          description={ASKS}
          data={[
            { value: '', label: sameAsType(ofType?.on_edit ? 'yes' : 'no') },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          {...(form.getInputProps('on_edit') as NativeSelectProps)}
        />
      ) : (
        <Checkbox
          label={RUNS}
          description={ASKS}
          {...(form.getInputProps('on_edit', { type: 'checkbox' }) as CheckboxProps)}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberField
          label="Minutes without edits"
          description="1 to 10. Waits for such a pause, but never longer than 10 minutes"
          inputWrapperOrder={DESCRIPTION_LAST}
          {...placeholder('on_edit_pause_minutes')}
          {...(form.getInputProps('on_edit_pause_minutes') as TextInputProps)}
        />
        <NumberField
          label="At most every (minutes)"
          description="1 to 1440. Such runs are at least so far apart"
          inputWrapperOrder={DESCRIPTION_LAST}
          {...placeholder('on_edit_at_most_every_minutes')}
          {...(form.getInputProps('on_edit_at_most_every_minutes') as TextInputProps)}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        New results of formulas and of IMPORTRANGE, and entries from Google Forms, may not count as edits, and Drive
        reports some edits minutes late. Keep a scheduled time for what it misses.
      </Text>
    </Stack>
  )
}
