import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { foldName } from '#domain/recognize/name-finder.ts'
import { formatCount } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ColumnCheckboxes } from './column-checkboxes.tsx'

interface Props {
  available: readonly string[]
  selected: readonly string[]
  onSelect: (columns: string[]) => void
  onClose: () => void
}

/** Dialog for selecting the visible columns; they keep the order of the sheet. */
export function SelectColumns({ opened, ...form }: Props & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={form.onClose} title="Select Columns">
      <ColumnForm {...form} />
    </Dialog>
  )
}

function ColumnForm({ available, selected, onSelect, onClose }: Props) {
  const [draft, setDraft] = useState<ReadonlySet<string>>(() => new Set(selected))
  const [search, setSearch] = useState('')
  const matching = available.filter((column) => foldName(column).includes(foldName(search)))

  function apply(): void {
    onSelect(available.filter((column) => draft.has(column)))
    onClose()
  }

  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Search columns"
        placeholder="Search columns"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        data-autofocus
      />
      <Text size="sm" c="dimmed" role="status">
        {formatCount(draft.size)} of {formatCount(available.length)} selected
      </Text>
      <ColumnCheckboxes columns={matching} selected={draft} onSelect={setDraft} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={apply} disabled={draft.size === 0}>
          Show columns
        </Button>
      </Group>
    </Stack>
  )
}
