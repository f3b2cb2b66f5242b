import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'

interface Props {
  opened: boolean
  available: readonly string[]
  selected: readonly string[]
  onSelect: (columns: string[]) => void
  onClose: () => void
}

/** Chooses which columns are shown; they keep the order of the sheet. */
export function SelectColumns({ opened, available, selected, onSelect, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Select Columns">
      <ColumnChoice available={available} selected={selected} onSelect={onSelect} onClose={onClose} />
    </Modal>
  )
}

function ColumnChoice({ available, selected, onSelect, onClose }: Omit<Props, 'opened'>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(selected))
  const [wanted, setWanted] = useState('')
  const found = available.filter((column) => column.toLowerCase().includes(wanted.trim().toLowerCase()))

  function choose(columns: readonly string[], isChosen: boolean): void {
    const next = new Set(chosen)
    for (const column of columns) isChosen ? next.add(column) : next.delete(column)
    setChosen(next)
  }

  function apply(): void {
    onSelect(available.filter((column) => chosen.has(column)))
    onClose()
  }

  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Find a column"
        placeholder="Find a column"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        data-autofocus
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {formatCount(chosen.size)} of {formatCount(available.length)} chosen
        </Text>
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => choose(found, true)}>
            All
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => choose(found, false)}>
            None
          </Button>
        </Group>
      </Group>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: -1 }}>
        <Stack gap={8} p={4}>
          {found.map((column) => (
            <Checkbox
              key={column}
              label={column}
              checked={chosen.has(column)}
              onChange={({ currentTarget }) => choose([column], currentTarget.checked)}
            />
          ))}
          {found.length === 0 && (
            <Text size="sm" c="dimmed">
              No column is named so.
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={apply} disabled={chosen.size === 0}>
          Show columns
        </Button>
      </Group>
    </Stack>
  )
}
