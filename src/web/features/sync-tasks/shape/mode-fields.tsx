import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { TaskFormState } from '../form/use-task-form.ts'

const MODES = [
  { value: 'mirror', label: 'Make the target equal the source' },
  { value: 'append', label: 'Add the rows below earlier ones' },
  { value: 'update', label: 'Update rows with the same key' },
]

const MISSING_ROWS = [
  { value: 'keep', label: 'Leave them as they are' },
  { value: 'clear', label: 'Clear them' },
]

/** How a run changes its target, and the names that this takes. */
export function ModeFields({ form }: { form: TaskFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NativeSelect
        label="Mode"
        description="What a run does with the rows"
        data={MODES}
        {...form.getInputProps('mode')}
      />
      {form.values.mode === 'append' && (
        <TextInput
          label="Time column"
          description="The first column, with the time of the run"
          placeholder="Copied at"
          {...form.getInputProps('time_column')}
        />
      )}
      {form.values.mode === 'update' && (
        <>
          <TextInput
            label="Key columns"
            description="Their values together name a row"
            placeholder="Order"
            {...form.getInputProps('key_columns')}
          />
          <NativeSelect
            label="Missing rows"
            description="Rows of the target that the source does not have"
            data={MISSING_ROWS}
            {...form.getInputProps('missing_rows')}
          />
        </>
      )}
    </SimpleGrid>
  )
}
