import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { FIELD_OPTIONS } from '../form/field-options.ts'
import type { TaskFormState } from '../form/use-task-form.ts'

/** Fields for how a run changes its target, with the names that the mode needs. */
export function ModeFields({ form }: { form: TaskFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NativeSelect
        label="Mode"
        description="What a run does with the rows"
        data={FIELD_OPTIONS.mode}
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
            data={FIELD_OPTIONS.missing_rows}
            {...form.getInputProps('missing_rows')}
          />
        </>
      )}
    </SimpleGrid>
  )
}
