import { Button, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ShapeTrial } from '#contract/spreadsheet.ts'
import { countLine } from './count-line.ts'

interface Props {
  trial: ShapeTrial
  /** Whether the answer is to an earlier state of the form. */
  isOld: boolean
  /** Conditions that cannot be read yet. */
  unread: number
}

/** How many rows would be copied, and the first of them on demand. */
export function ShapeTrialView({ trial, isOld, unread }: Props) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const { missing, first_rows } = trial
  const [header = [], ...firstRows] = first_rows
  return (
    <div aria-busy={isOld} style={{ opacity: isOld ? 0.6 : 1 }}>
      <Group gap="sm">
        <Text size="sm" role="status" c={missing.length > 0 ? 'red' : 'dimmed'}>
          {countLine(trial, unread)}
        </Text>
        {missing.length === 0 && (
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? 'Hide the first rows' : 'See the first rows'}
          </Button>
        )}
      </Group>
      {isOpen && missing.length === 0 && (
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
      )}
    </div>
  )
}
