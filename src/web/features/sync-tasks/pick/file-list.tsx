import { Button, Combobox, type ComboboxStore, Group, Text } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type FoundFile, MAX_FOUND_FILES } from '#contract/spreadsheet.ts'
import { pluralize } from '#domain/pluralize.ts'
import { FileOptions } from './file-options.tsx'
import { pickedPlace } from './picked-place.ts'
import { useFileSearch } from './use-file-search.ts'
import { useFirstOption } from './use-first-option.ts'

const LABEL = 'Choose spreadsheets and folders'

const { compare } = new Intl.Collator('en', { numeric: true })
const byTitle = (one: FoundFile, other: FoundFile) => compare(one.title, other.title)

interface Props {
  accounts: string
  combobox: ComboboxStore
  chosen: ReadonlySet<string>
  onAdd: (picked: readonly string[]) => void
}

/** A search field with check boxes for the spreadsheets and folders found. */
export function FileList({ accounts, combobox, chosen, onAdd }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const search = useFileSearch(typed, { accounts, isOpen: true, withFolders: true, limit: MAX_FOUND_FILES })
  const { files } = search
  const { activeId, onKeyDown } = useFirstOption(combobox, {
    isWanted: typed !== '',
    list: search.link ?? search.data?.files,
  })
  const addable = files
    .filter((file) => !file.is_folder && !chosen.has(file.id))
    .toSorted(byTitle)
    .map(pickedPlace)

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
      <FileOptions label={LABEL} listId={listId} chosen={chosen} {...search} />
      <Group component={Combobox.Footer} justify="space-between" gap="xs">
        <Text size="xs" role="status">
          {pluralize(chosen.size, 'source')} chosen
        </Text>
        <Group gap="xs">
          {addable.length > 1 && (
            <ListButton onPress={() => onAdd(addable)}>{`Choose all ${addable.length} shown`}</ListButton>
          )}
          <ListButton onPress={() => combobox.closeDropdown('keyboard')}>Done</ListButton>
        </Group>
      </Group>
    </>
  )
}

/** A button that leaves the focus in the search field. */
function ListButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

/** Closes the list on Tab. The list is at the end of the page, where Tab would leave the form. */
function leaveOnTab(event: KeyboardEvent, combobox: ComboboxStore): void {
  if (event.key !== 'Tab') return
  event.preventDefault()
  combobox.closeDropdown('keyboard')
}
