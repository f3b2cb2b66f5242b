import { ScrollArea, Table, Text } from '@mantine/core'
import type { RowProblem } from '#contract/csv-job.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../lib/format.ts'

const MAX_SHOWN = 200

type Group = readonly [message: string, rows: readonly RowProblem[]]

/** The skipped rows of a CSV file, grouped by their reason, the most frequent reason first. */
export function SkippedRows({ problems }: { problems: readonly RowProblem[] }) {
  const shown = problems.slice(0, MAX_SHOWN)
  const groups = [...Map.groupBy(shown, ({ message }) => message)].sort(([, a], [, b]) => b.length - a.length)
  // Imports of task types, and servers that only follow the specification, send just the row and the reason.
  const isLocated = shown.some(({ name, column }) => name !== undefined || column !== undefined)
  return (
    <ScrollArea.Autosize mah={360} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table verticalSpacing={4} aria-label="Skipped rows" style={{ overflowWrap: 'anywhere' }}>
        {isLocated ? <LocatedRows groups={groups} /> : <Rows groups={groups} />}
      </Table>
      {problems.length > MAX_SHOWN && (
        <Text size="xs" c="dimmed" p={8}>
          and {formatCount(problems.length - MAX_SHOWN)} more
        </Text>
      )}
    </ScrollArea.Autosize>
  )
}

function Rows({ groups }: { groups: readonly Group[] }) {
  return (
    <>
      <Table.Thead>
        <Table.Tr>
          <Table.Th miw={64}>Row</Table.Th>
          <Table.Th>Reason</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map(([message, rows]) => (
          <Table.Tr key={message}>
            <Table.Td>{rows.map(({ row }) => row).join(', ')}</Table.Td>
            <Table.Td>{message}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </>
  )
}

/** Table of skipped rows, with the name in each row and the value in the invalid column. */
function LocatedRows({ groups }: { groups: readonly Group[] }) {
  return (
    <>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={64}>Row</Table.Th>
          <Table.Th>Name</Table.Th>
          <Table.Th>Column</Table.Th>
          <Table.Th>Value</Table.Th>
        </Table.Tr>
      </Table.Thead>
      {groups.map(([message, rows]) => (
        <Table.Tbody key={message}>
          <Table.Tr>
            <Table.Th scope="rowgroup" colSpan={4}>
              {message}{' '}
              <Text span size="sm" c="dimmed">
                {pluralize(rows.length, 'row')}
              </Text>
            </Table.Th>
          </Table.Tr>
          {rows.map(({ row, name, column, value }) => (
            <Table.Tr key={row}>
              <Table.Td>{row}</Table.Td>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{column && <code>{column}</code>}</Table.Td>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      ))}
    </>
  )
}
