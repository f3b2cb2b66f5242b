import { Table } from '@mantine/core'
import type { ShapeTrial } from '#contract/spreadsheet.ts'

/** The header and the first rows that a run would write. */
export function FirstRows({ trial }: { trial: ShapeTrial }) {
  const [header = [], ...firstRows] = trial.first_rows
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing={2} withTableBorder aria-label="First rows">
        <Table.Thead>
          <Table.Tr>
            {header.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
              <Table.Th key={at}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {firstRows.map((row, down) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <Table.Tr key={down}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity
                <Table.Td key={at}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
