import { Badge, ScrollArea, Table, Text } from '@mantine/core'
import type { RowProblem } from '#contract/csv-job.ts'
import { MAX_PREVIEWED_ROWS, type PreviewedRow, type TaskImportPreview } from '#contract/task-import.ts'
import { formatCount } from '../../lib/format.ts'
import { FieldChanges } from '../../shared/field-changes.tsx'
import { ImportCounts } from './import-counts.tsx'
import classes from './import-export.module.css'
import { SkippedSection } from './skipped-section.tsx'

const KINDS = {
  created: { label: 'Create', color: 'green' },
  changed: { label: 'Change', color: 'blue' },
  skipped: { label: 'Skip', color: 'yellow' },
} as const satisfies Record<PreviewedRow['kind'], { label: string; color: string }>

/** The preview of an import, row by row: skipped rows first. */
export function ImportPreview({ file, preview }: { file: File; preview: TaskImportPreview }) {
  const planned = preview.rows.filter(({ kind }) => kind !== 'skipped')
  const counts = [
    { label: 'To create', count: preview.created },
    { label: 'To change', count: preview.updated },
    { label: 'Unchanged', count: preview.unchanged },
    { label: 'To skip', count: preview.failed },
  ]
  return (
    <section className={classes.result} aria-label="Import preview">
      <ImportCounts counts={counts} />
      <SkippedSection
        file={file}
        problems={preview.rows.filter(({ kind }) => kind === 'skipped').map(describeProblem)}
      />
      {planned.length === 0 ? (
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
              {planned.map((row) => (
                <PreviewedTableRow key={row.row} row={row} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
      {preview.is_cut && (
        <Text size="xs" c="dimmed">
          At most {formatCount(MAX_PREVIEWED_ROWS)} rows are listed.
        </Text>
      )}
    </section>
  )
}

function describeProblem({ row, problem, name, column, value }: PreviewedRow): RowProblem {
  return {
    row,
    message: problem ?? '',
    ...(name !== null && { name }),
    ...(column !== null && { column }),
    ...(value !== null && { value }),
  }
}

function PreviewedTableRow({ row: { row, kind, name, changes } }: { row: PreviewedRow }) {
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
        {name}
        {kind === 'changed' && <FieldChanges changes={changes} />}
      </Table.Td>
    </Table.Tr>
  )
}
