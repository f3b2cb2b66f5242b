import { Button, Checkbox, Group, ScrollArea, Stack, Text } from '@mantine/core'

interface Props {
  columns: readonly string[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** A checkbox for each column, and the choice of all or none of them. */
export function ColumnChecks({ columns, chosen, onChoose }: Props) {
  function choose(changed: readonly string[], isChosen: boolean): void {
    const next = new Set(chosen)
    for (const column of changed) isChosen ? next.add(column) : next.delete(column)
    onChoose(next)
  }

  if (columns.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No column is named so.
      </Text>
    )
  }
  return (
    <>
      <Group gap={4}>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(columns, true)}>
          All
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(columns, false)}>
          None
        </Button>
      </Group>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: -1 }}>
        <Stack gap={8} p={4}>
          {columns.map((column) => (
            <Checkbox
              key={column}
              label={column}
              checked={chosen.has(column)}
              onChange={({ currentTarget }) => choose([column], currentTarget.checked)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </>
  )
}
