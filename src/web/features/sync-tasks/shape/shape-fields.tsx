import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { TaskFormState } from '../form/use-task-form.ts'
import { ColumnList } from './column-list.tsx'
import { ConditionPicker } from './condition-picker.tsx'
import { ModeFields } from './mode-fields.tsx'
import { ShapeTrialView } from './shape-trial.tsx'
import { SourceFields } from './source-fields.tsx'
import { useShapeTrial } from './use-shape-trial.ts'

const HEADERS = [
  { value: '', label: 'If it is row 1, or with a target cell' },
  { value: 'true', label: 'Write it' },
  { value: 'false', label: 'Leave it out' },
]

const HIDDEN_ROWS = [
  { value: 'copy', label: 'Copy them' },
  { value: 'skip', label: 'Leave them out' },
]

/** The shape of a copy as text, as in the API and in CSV files. */
export function ShapeFields({ form }: { form: TaskFormState }) {
  const { data: trial, error, isPlaceholderData } = useShapeTrial(form.values)
  const { columns, rows } = form.values
  return (
    <Stack gap="sm" pt="xs">
      <Textarea
        label="Columns"
        description={'By header, or by letter where there is none; "as" renames. Empty: all, in their places'}
        placeholder="Name, Amount as Total, Region"
        autosize
        minRows={1}
        maxRows={6}
        {...form.getInputProps('columns')}
      />
      {trial && (
        <ColumnList columns={trial.columns} text={columns} onChange={(text) => form.setFieldValue('columns', text)} />
      )}
      <Textarea
        label="Rows"
        description="One condition on each line; a row is copied if it meets all. Empty: all rows"
        placeholder={'Status = open\nAmount > 100\nDue >= today - 30'}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('rows')}
      />
      {trial && (
        <ConditionPicker columns={trial.columns} rows={rows} onChange={(text) => form.setFieldValue('rows', text)} />
      )}
      <NativeSelect
        label="Hidden rows"
        description="Rows of the source that are hidden by hand or by its filter"
        data={HIDDEN_ROWS}
        {...form.getInputProps('hidden_rows')}
      />
      {trial && !error && <ShapeTrialView trial={trial} isOld={isPlaceholderData} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Target cell"
          description="The first cell to write"
          placeholder="Column A, from the start row on"
          {...form.getInputProps('target_cell')}
        />
        <NativeSelect
          label="Header"
          description="The row with the names of the columns"
          data={HEADERS}
          {...form.getInputProps('header')}
        />
      </SimpleGrid>
      <SourceFields form={form} />
      <ModeFields form={form} />
    </Stack>
  )
}
