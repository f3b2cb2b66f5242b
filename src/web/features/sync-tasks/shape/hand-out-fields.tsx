import { Fieldset, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { TaskFormState } from '../form/use-task-form.ts'

const UNMATCHED = [
  { value: 'hold', label: 'Copy nothing, and hold the run' },
  { value: 'report', label: 'Copy the other rows' },
]

/** How the rows go to a sheet for each value of a column, as text: the same as in CSV files. */
export function HandOutFields({ form }: { form: TaskFormState }) {
  const isOn = form.values.split_by.trim() !== ''
  return (
    <Fieldset legend="Hand out to many sheets" p="sm">
      <Stack gap="sm">
        <TextInput
          label="Split by"
          description="Column of the source whose values say to which sheet a row goes"
          placeholder="Branch"
          {...form.getInputProps('split_by')}
        />
        {isOn && (
          <>
            <Textarea
              label="Targets"
              description="A file for each value, one on each line: value, =>, link or ID, !, tab. Leave empty for a tab named after each value in the target spreadsheet"
              placeholder={'North => https://docs.google.com/spreadsheets/d/…!Orders\nSouth => 1AbC…'}
              autosize
              minRows={1}
              maxRows={12}
              {...form.getInputProps('targets')}
            />
            <TextInput
              label="Targets from a sheet"
              description="Instead of the list above: link or ID, !, tab, then the columns with the values, the links and the tabs. Each run reads it"
              placeholder="https://docs.google.com/spreadsheets/d/…!Branches: Branch, File, Tab"
              {...form.getInputProps('targets_from')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <NativeSelect
                label="Rows without a target"
                description="Their value is not listed, or empty"
                data={UNMATCHED}
                {...form.getInputProps('unmatched')}
              />
              <TextInput
                label="Control sums"
                description="Columns to add up in the source and in the sheets"
                placeholder="Amount, Quantity"
                {...form.getInputProps('control_sums')}
              />
            </SimpleGrid>
            <Text size="xs" c="dimmed">
              The tab under “To” is not used. Each run counts whether every row arrived.
            </Text>
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
