import { Badge, ScrollArea, Table, Text } from '@mantine/core'
import { MAX_PLANNED_ROWS, type PlannedRow, type TaskImportPlan } from '#contract/task-import.ts'
import { formatCount } from '../../lib/format.ts'
import { FieldChanges } from '../../ui/field-changes.tsx'
import { ImportCounts } from './import-counts.tsx'
import classes from './import-export.module.css'

const KINDS = {
  created: { label: 'Create', color: 'green' },
  changed: { label: 'Change', color: 'blue' },
  skipped: { label: 'Skip', color: 'yellow' },
} as const satisfies Record<PlannedRow['kind'], { label: string; color: string }>

/** What importing a file would do, row by row. */
export function ImportPlan({ plan }: { plan: TaskImportPlan }) {
  const counts = [
    { label: 'To create', count: plan.created },
    { label: 'To change', count: plan.updated },
    { label: 'Unchanged', count: plan.unchanged },
    { label: 'To skip', count: plan.failed },
  ]
  return (
    <section className={classes.result} aria-label="What the import would do">
      <ImportCounts counts={counts} />
      {plan.rows.length === 0 ? (
        <Text size="sm">This file would change nothing.</Text>
      ) : (
        <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0 }}>
          <Table verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={56}>Row</Table.Th>
                <Table.Th w={88}>Plan</Table.Th>
                <Table.Th>Task</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {plan.rows.map((row) => (
                <PlannedTableRow key={row.row} row={row} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
      {plan.is_cut && (
        <Text size="xs" c="dimmed">
          The first {formatCount(MAX_PLANNED_ROWS)} rows are listed.
        </Text>
      )}
    </section>
  )
}

function PlannedTableRow({ row: { row, kind, name, changes, problem } }: { row: PlannedRow }) {
  const { label, color } = KINDS[kind]
  return (
    <Table.Tr className={classes.plannedRow}>
      <Table.Td>{row}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={color} radius="sm">
          {label}
        </Badge>
      </Table.Td>
      <Table.Td>
        {name ?? problem}
        {kind === 'changed' && <FieldChanges changes={changes} />}
      </Table.Td>
    </Table.Tr>
  )
}
