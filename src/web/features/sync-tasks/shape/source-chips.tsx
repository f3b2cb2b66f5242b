import { Pill } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { linkedFolder } from '#contract/spreadsheet-link.ts'
import { fileAccessQuery, foundTitles } from '../../../data/spreadsheets.ts'
import type { ChosenSource } from './chosen-sources.ts'

/** Maximum titles read from the provider; titles of picked files are known. */
const MAX_READ_TITLES = 20

interface Props {
  sources: readonly ChosenSource[]
  accounts: string
  onRemove: (index: number) => void
}

/** Sources by their titles. */
export function SourceChips({ sources, accounts, onRemove }: Props) {
  const titles = foundTitles(useQueryClient())
  return (
    <Pill.Group gap={4} mah={160} style={{ overflowY: 'auto' }}>
      {sources.map((source, index) => (
        <SourceChip
          // biome-ignore lint/suspicious/noArrayIndexKey: the same tab may be named twice
          key={`${index} ${source.place}`}
          source={source}
          found={titles.get(linkedFolder(source.place) ?? source.place)}
          accounts={accounts}
          canRead={index < MAX_READ_TITLES}
          onRemove={() => onRemove(index)}
        />
      ))}
    </Pill.Group>
  )
}

interface ChipProps {
  source: ChosenSource
  /** The title, if a search has found the file. */
  found: string | undefined
  accounts: string
  canRead: boolean
  onRemove: () => void
}

function SourceChip({ source: { place, isFolder, tab }, found, accounts, canRead, onRemove }: ChipProps) {
  const { data } = useQuery({
    ...fileAccessQuery({ id: place, role: 'viewer', relevant_user_accounts: accounts }),
    enabled: canRead && found === undefined && !isFolder,
  })
  const title = found ?? data?.title ?? linkedFolder(place) ?? place
  const name = tab === '' ? title : `${title} › ${tab}`
  return (
    <Pill
      withRemoveButton
      maw="100%"
      onRemove={onRemove}
      removeButtonProps={{ 'aria-hidden': false, 'aria-label': `Remove ${name}`, tabIndex: 0 }}
    >
      {isFolder && (
        <IconFolder size={13} aria-label="All in the folder" style={{ verticalAlign: -2, marginInlineEnd: 4 }} />
      )}
      {name}
    </Pill>
  )
}
