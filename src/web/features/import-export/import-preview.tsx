import { Badge, ScrollArea, Table, Text } from '@mantine/core'
import { MAX_PREVIEWED_ROWS, type PreviewedRow, type TaskImportPreview } from '#contract/task-import.ts'
import { formatCount } from '../../lib/format.ts'
import { FieldChanges } from '../../shared/field-changes.tsx'
import { ImportCounts } from './import-counts.tsx'
import classes from './import-export.module.css'

const KINDS = {
  created: { label: 'Create', color: 'green' },
  changed: { label: 'Change', color: 'blue' },
  skipped: { label: 'Skip', color: 'yellow' },
} as const satisfies Record<PreviewedRow['kind'], { label: string; color: string }>

/** The preview of an import, row by row. */
export function ImportPreview({ preview }: { preview: TaskImportPreview }) {
  const counts = [
    { label: 'To create', count: preview.created },
    { label: 'To change', count: preview.updated },
    { label: 'Unchanged', count: preview.unchanged },
    { label: 'To skip', count: preview.failed },
  ]
  return (
    <section className={classes.result} aria-label="Import preview">
      <ImportCounts counts={counts} />
      {preview.rows.length === 0 ? (
        <Text size="sm">This file would change nothing.</Text>
      ) : (
        <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0 }}>
          <Table verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={56}>Row</Table.Th>
                <Table.Th w={88}>Change</Table.Th>
                <Table.Th>Task</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {preview.rows.map((row) => (
                <PreviewedTableRow key={row.row} row={row} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
      {preview.is_cut && (
        <Text size="xs" c="dimmed">
          The first {formatCount(MAX_PREVIEWED_ROWS)} rows are listed.
        </Text>
      )}
    </section>
  )
}

function PreviewedTableRow({ row: { row, kind, name, changes, problem } }: { row: PreviewedRow }) {
  const { label, color } = KINDS[kind]
  return (
    <Table.Tr className={classes.previewedRow}>
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
