import { Text } from '@mantine/core'
import type { Tab } from '#contract/spreadsheet.ts'
import { pluralize } from '#domain/pluralize.ts'

/** The name of a tab with its size, or only the name of an unknown tab. */
export function TabOption({ name, tab }: { name: string; tab: Tab | undefined }) {
  if (!tab) return name
  const { row_count, column_count, is_hidden } = tab
  const size = `${pluralize(row_count, 'row')} × ${pluralize(column_count, 'column')}`
  return (
    <div>
      {name}
      <Text size="xs">{is_hidden ? `${size}, hidden` : size}</Text>
    </div>
  )
}
