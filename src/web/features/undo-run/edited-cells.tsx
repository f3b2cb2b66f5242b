import { Table, Text } from '@mantine/core'
import type { CellEntry, UndoPreview } from '#contract/change-set.ts'
import { cellAddress } from '#domain/copy/a1.ts'
import { formatCount } from '../../lib/format.ts'
import classes from './edited-cells.module.css'

/** Cells that someone edited since the run, with their current and previous values. */
export function EditedCells({ preview: { edited, edited_cells: cells } }: { preview: UndoPreview }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={classes.scroll} tabIndex={0} aria-label="Edited cells">
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Cell</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Now</Table.Th>
              <Table.Th>Before the run</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cells.map(({ row, column, column_name, current, original }) => (
              <Table.Tr key={`${row} ${column}`}>
                <Table.Td>{cellAddress({ row, column })}</Table.Td>
                <Table.Td>{column_name}</Table.Td>
                <Table.Td>{formatEntry(current)}</Table.Td>
                <Table.Td>{formatEntry(original)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {edited > cells.length && (
        <Text size="xs" c="dimmed">
          The first {formatCount(cells.length)} of {formatCount(edited)}.
        </Text>
      )}
    </>
  )
}

const MAX_SHOWN_LENGTH = 200

function formatEntry(entry: CellEntry): string {
  const text = typeof entry === 'object' && entry !== null ? entry.formula : String(entry ?? '')
  if (text === '') return '(empty)'
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
}
