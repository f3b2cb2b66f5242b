import { Combobox, type ComboboxStore, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLink, IconStarFilled } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type FoundFile, MAX_FILE_SEARCH_LENGTH, spreadsheetIdFrom } from '#contract/spreadsheet.ts'
import { fileSearchQuery } from '../../../data/spreadsheets.ts'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { emptyText, sourceText } from './file-list-text.ts'
import classes from './pick.module.css'

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
  const link = spreadsheetIdFrom(typed) === typed.trim() ? undefined : typed.trim()
  const [search] = useDebouncedValue(
    link === undefined ? typed.trim().slice(0, MAX_FILE_SEARCH_LENGTH) : '',
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
        onKeyDown={(event) => {
          onKeyDown(event)
          leaveOnTab(event, combobox)
        }}
        {...(activeId !== undefined && { 'aria-activedescendant': activeId })}
      />
      <Combobox.Options id={listId} aria-label={label} className={classes.options} aria-busy={isReading}>
        {link !== undefined && (
          <Combobox.Option value={link} className={classes.option}>
            <IconLink size={16} aria-hidden className={classes.sign} />
            <span className={classes.title}>Use the link</span>
          </Combobox.Option>
        )}
        <Files files={files} />
      </Combobox.Options>
      <div className={classes.note} aria-live="polite">
        {error && <Text size="xs">{error.message}</Text>}
        {!isReading && link === undefined && data?.files.length === 0 && (
          <Text size="sm" className={classes.empty}>
            {emptyText(data, search)}
          </Text>
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
      </div>
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
    <Combobox.Option value={id} className={classes.option}>
      {is_starred && <IconStarFilled size={14} aria-hidden className={classes.star} />}
      <span className={classes.title}>{title}</span>
      {(viewed_at ?? modified_at) !== null && (
        <span className={classes.detail}>
          {viewed_at === null ? 'edited ' : 'opened '}
          <RelativeTime at={viewed_at ?? modified_at} />
        </span>
      )}
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
