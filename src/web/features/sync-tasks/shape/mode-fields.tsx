import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { TaskFormState } from '../form/use-task-form.ts'

const MODES = [
  { value: 'mirror', label: 'Make the target equal the source' },
  { value: 'append', label: 'Add the rows below earlier ones' },
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
    </SimpleGrid>
  )
}
