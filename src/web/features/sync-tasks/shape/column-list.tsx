import { ActionIcon, Checkbox, Table, Text, TextInput } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { choicesOf, movedUp, renamed, toggled } from './choose-columns.ts'

interface Props {
  columns: readonly { name: string; samples: readonly string[] }[]
  text: string
  onChange: (text: string) => void
}

/** The columns of the source with their first values: which are copied, in which order and under which names. */
export function ColumnList({ columns, text, onChange }: Props) {
  const choices = choicesOf(columns, text)
  if (!choices || choices.length === 0) return null
  return (
    <Table.ScrollContainer minWidth={420} mah={280}>
      <Table verticalSpacing={2} aria-label="Columns of the source">
        <Table.Tbody>
          {choices.map(({ name, samples, chosen }, at) => (
            // A column may be chosen twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity of a choice
            <Table.Tr key={`${name} ${at}`}>
              <Table.Td>
                <Checkbox label={name} checked={chosen !== undefined} onChange={() => onChange(toggled(choices, at))} />
              </Table.Td>
              <Table.Td>
                <Text size="xs" c="dimmed" truncate maw={200}>
                  {samples.filter((sample) => sample !== '').join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td w={160}>
                {chosen && (
                  <TextInput
                    size="xs"
                    aria-label={`New name of ${name}`}
                    placeholder="New name"
                    value={chosen.newName ?? ''}
                    onChange={({ currentTarget }) => onChange(renamed(choices, at, currentTarget.value))}
                  />
                )}
              </Table.Td>
              <Table.Td w={40}>
                {chosen && at > 0 && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={`Move ${name} up`}
                    onClick={() => onChange(movedUp(choices, at))}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
