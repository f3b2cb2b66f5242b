import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { conditionRows } from '#domain/shape/condition-rows.ts'
import type { TaskFormState } from '../form/use-task-form.ts'
import { ColumnsField } from './columns-field.tsx'
import { HandOutFields } from './hand-out-fields.tsx'
import { ModeFields } from './mode-fields.tsx'
import { RowsField } from './rows-field.tsx'
import styles from './shape.css?url'
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

/** The shape of a copy. Its values are texts, as in the API and in CSV files. */
export function ShapeFields({ form }: { form: TaskFormState }) {
  const shape = useShapeTrial(form.values)
  const { trial, error } = shape
  return (
    <Stack gap="sm" pt="xs">
      <link rel="stylesheet" href={styles} precedence="shape" />
      <ColumnsField form={form} shape={shape} />
      <RowsField form={form} shape={shape} />
      {trial && <ShapeTrialView trial={trial} isOld={shape.isOld} unread={unreadCount(form.values.rows)} />}
      {error && (
        <Text size="sm" c="red" role="status">
          {error.message}
        </Text>
      )}
      <NativeSelect
        label="Hidden rows"
        description="Rows of the source that are hidden by hand or by its filter"
        data={HIDDEN_ROWS}
        {...form.getInputProps('hidden_rows')}
      />
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
      <HandOutFields form={form} />
    </Stack>
  )
}

/** The conditions that cannot be read yet, which the count leaves out. */
function unreadCount(rows: string): number {
  return conditionRows(rows).filter(({ problem }) => problem).length
}
