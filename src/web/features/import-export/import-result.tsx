import { ScrollArea, Table, Text } from '@mantine/core'
import type { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import { formatCount } from '../../lib/format.ts'
import classes from './import-export.module.css'

/** What an import did: its counts, and each row that was not taken with the reason. */
export function ImportResult({ result }: { result: Reply<typeof api.tasks.importCsv> }) {
  const counts = [
    ['Created', result.created],
    ['Updated', result.updated],
    ['Failed', result.failed],
  ] as const
  return (
    <div className={classes.result} role="status">
      <dl className={classes.counts}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {result.errors.length > 0 && (
        <>
          <Text size="sm" fw={550}>
            Rows that were not taken
          </Text>
          <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0 }}>
            <Table verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={64}>Row</Table.Th>
                  <Table.Th>Reason</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {result.errors.map(({ row, message }) => (
                  <Table.Tr key={`${row} ${message}`}>
                    <Table.Td>{row}</Table.Td>
                    <Table.Td>{message}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
        </>
      )}
    </div>
  )
}
