import { Button, Checkbox, Group, ScrollArea, Stack, Text } from '@mantine/core'

interface Props {
  columns: readonly string[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

/** Check boxes of columns, with buttons to check all or none. */
export function ColumnCheckboxes({ columns, selected, onSelect }: Props) {
  function setSelected(changed: readonly string[], isSelected: boolean): void {
    const next = new Set(selected)
    for (const column of changed) isSelected ? next.add(column) : next.delete(column)
    onSelect(next)
  }

  if (columns.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No matching columns
      </Text>
    )
  }
  return (
    <>
      <Group gap={4}>
        <Button size="compact-xs" variant="subtle" onClick={() => setSelected(columns, true)}>
          All
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => setSelected(columns, false)}>
          None
        </Button>
      </Group>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: -1 }}>
        <Stack gap={8} p={4}>
          {columns.map((column) => (
            <Checkbox
              key={column}
              label={column}
              checked={selected.has(column)}
              onChange={({ currentTarget }) => setSelected([column], currentTarget.checked)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </>
  )
}
