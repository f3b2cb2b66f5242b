import { Stack, Text } from '@mantine/core'
import { conditionRows } from '#domain/shape/condition-rows.ts'
import type { TaskFormState } from '../form/use-task-form.ts'
import { ColumnsField } from './columns-field.tsx'
import { countLine } from './count-line.ts'
import { RowsField } from './rows-field.tsx'
import styles from './shape.css?url'
import { useShapeTrial } from './use-shape-trial.ts'

/** Fields for the copied columns and rows. Their values are texts, as in the API and in CSV files. */
export function ShapeFields({ form }: { form: TaskFormState }) {
  const shape = useShapeTrial(form.values)
  const { trial, isOld } = shape
  return (
    <Stack gap="sm" pt="xs">
      <link rel="stylesheet" href={styles} precedence="shape" />
      <ColumnsField form={form} shape={shape} />
      <RowsField form={form} shape={shape} />
      {trial && (
        <Text
          size="sm"
          role="status"
          c={trial.missing.length > 0 ? 'red' : 'dimmed'}
          aria-busy={isOld}
          style={{ opacity: isOld ? 0.6 : 1 }}
        >
          {countLine(trial, unreadCount(form.values.rows))}
        </Text>
      )}
    </Stack>
  )
}

/** Counts the conditions that cannot be read yet. The count of rows ignores them. */
function unreadCount(rows: string): number {
  return conditionRows(rows).filter(({ problem }) => problem).length
}
