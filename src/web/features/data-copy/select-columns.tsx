import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { ColumnChecks } from './column-checks.tsx'

interface Choice {
  available: readonly string[]
  selected: readonly string[]
  onSelect: (columns: string[]) => void
  onClose: () => void
}

/** Chooses which columns are shown; they keep the order of the sheet. */
export function SelectColumns({ opened, ...choice }: Choice & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={choice.onClose} title="Select Columns">
      <ColumnChoice {...choice} />
    </Modal>
  )
}

function ColumnChoice({ available, selected, onSelect, onClose }: Choice) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(selected))
  const [wanted, setWanted] = useState('')
  const found = available.filter((column) => column.toLowerCase().includes(wanted.trim().toLowerCase()))

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
      <Text size="sm" c="dimmed" role="status">
        {formatCount(chosen.size)} of {formatCount(available.length)} chosen
      </Text>
      <ColumnChecks columns={found} chosen={chosen} onChoose={setChosen} />
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
