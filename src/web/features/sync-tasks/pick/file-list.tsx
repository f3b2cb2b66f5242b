import { Combobox, type ComboboxStore, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLink, IconStarFilled } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type FoundFile, MAX_FILE_SEARCH_LENGTH } from '#contract/spreadsheet.ts'
import { spreadsheetIdFrom, unwrapLink } from '#contract/spreadsheet-link.ts'
import { fileSearchQuery } from '../../../data/spreadsheets.ts'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { emptyText, sourceText } from './file-list-text.ts'

/** Delay until a search is sent, so that not every key sends one. */
const TYPING_PAUSE_MS = 300

interface Props {
  label: string
  accounts: string
  combobox: ComboboxStore
}

/** A search field with the spreadsheets that match, starred and recent ones first. */
export function FileList({ label, accounts, combobox }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const unwrapped = unwrapLink(typed)
  const link = spreadsheetIdFrom(unwrapped) === unwrapped ? undefined : unwrapped
  const [search] = useDebouncedValue(
    link === undefined ? unwrapped.slice(0, MAX_FILE_SEARCH_LENGTH) : '',
    TYPING_PAUSE_MS,
  )
  const { data, error, isPlaceholderData } = useQuery({
    ...fileSearchQuery({ search, relevant_user_accounts: accounts }),
    placeholderData: keepPreviousData,
  })
  const files = link === undefined ? (data?.files ?? []) : []
  const { activeId, onKeyDown } = useFirstOption(combobox, { isWanted: typed !== '', list: link ?? data?.files })
  const isReading = link === undefined && error === null && (data === undefined || isPlaceholderData)

  useEffect(() => combobox.focusSearchInput(), [combobox.focusSearchInput])

  return (
    <>
      <Combobox.Search
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-label="Search spreadsheets"
        placeholder="Search by title, or paste a link"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => combobox.closeDropdown()}
        onKeyDown={(event) => {
          onKeyDown(event)
          leaveOnTab(event, combobox)
        }}
        {...(activeId !== undefined && { 'aria-activedescendant': activeId })}
      />
      <Combobox.Options
        id={listId}
        aria-label={label}
        mah="min(320px, 50vh)"
        style={{ overflowY: 'auto' }}
        aria-busy={isReading}
      >
        {link !== undefined && (
          <Combobox.Option value={link}>
            <Group gap="xs">
              <IconLink size={16} aria-hidden />
              Use the link
            </Group>
          </Combobox.Option>
        )}
        <Files files={files} />
      </Combobox.Options>
      <Stack component={Combobox.Footer} gap={6} aria-live="polite">
        {error && <Text size="xs">{error.message}</Text>}
        {!isReading && link === undefined && data?.files.length === 0 && (
          <Text size="sm">{emptyText(data, search)}</Text>
        )}
        {data?.has_more && link === undefined && (
          <Text size="xs" c="dimmed">
            More spreadsheets match. Type more of the title.
          </Text>
        )}
        {data && (
          <Text size="xs" c="dimmed">
            {sourceText(data)}
          </Text>
        )}
        {isReading && !data && <Text size="sm">Searching…</Text>}
      </Stack>
    </>
  )
}

function Files({ files }: { files: readonly FoundFile[] }) {
  const starred = files.filter(({ is_starred }) => is_starred)
  const others = files.filter(({ is_starred }) => !is_starred)
  if (starred.length === 0) return others.map((file) => <FileOption key={file.id} file={file} />)
  return (
    <>
      <Combobox.Group label="Starred">
        {starred.map((file) => (
          <FileOption key={file.id} file={file} />
        ))}
      </Combobox.Group>
      {others.length > 0 && (
        <Combobox.Group label="Others">
          {others.map((file) => (
            <FileOption key={file.id} file={file} />
          ))}
        </Combobox.Group>
      )}
    </>
  )
}

function FileOption({ file: { id, title, is_starred, viewed_at, modified_at } }: { file: FoundFile }) {
  return (
    <Combobox.Option value={id}>
      <Group gap="xs" wrap="nowrap">
        {is_starred && (
          <IconStarFilled size={14} aria-hidden style={{ flex: 'none', color: 'var(--mantine-color-yellow-6)' }} />
        )}
        <Text span inherit flex={1} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        {(viewed_at ?? modified_at) !== null && (
          <Text span size="xs" flex="none">
            {viewed_at === null ? 'edited ' : 'opened '}
            <RelativeTime at={viewed_at ?? modified_at} />
          </Text>
        )}
      </Group>
    </Combobox.Option>
  )
}

/** Marks the first result of a search, so that Enter chooses it, and names it to screen readers until an arrow moves on. */
function useFirstOption(combobox: ComboboxStore, { isWanted, list }: { isWanted: boolean; list: unknown }) {
  const [activeId, setActiveId] = useState<string>()
  const { selectFirstOption, resetSelectedOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options change with the list
  useEffect(() => {
    resetSelectedOption()
    setActiveId(isWanted ? (selectFirstOption() ?? undefined) : undefined)
  }, [isWanted, list, selectFirstOption, resetSelectedOption])
  return {
    activeId,
    onKeyDown({ key }: KeyboardEvent) {
      if (key.startsWith('Arrow')) setActiveId(undefined)
    },
  }
}

/** The list is at the end of the page, where Tab would lead out of the form. */
function leaveOnTab(event: KeyboardEvent, combobox: ComboboxStore): void {
  if (event.key !== 'Tab') return
  event.preventDefault()
  combobox.closeDropdown('keyboard')
}
