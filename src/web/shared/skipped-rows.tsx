import { ScrollArea, Table, Text } from '@mantine/core'
import type { RowProblem } from '#contract/csv-job.ts'
import { formatCount } from '../lib/format.ts'

const MAX_SHOWN = 200

/** The skipped rows of a CSV file, each with its reason. */
export function SkippedRows({ problems }: { problems: readonly RowProblem[] }) {
  return (
    <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={64}>Row</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {problems.slice(0, MAX_SHOWN).map(({ row, message }) => (
            <Table.Tr key={`${row} ${message}`}>
              <Table.Td>{row}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {problems.length > MAX_SHOWN && (
        <Text size="xs" c="dimmed" p={8}>
          and {formatCount(problems.length - MAX_SHOWN)} more
        </Text>
      )}
    </ScrollArea.Autosize>
  )
}
