import { Combobox, type ComboboxStore } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { FileOptions } from './file-options.tsx'
import { useFileSearch } from './use-file-search.ts'
import { useFirstOption } from './use-first-option.ts'

interface Props {
  label: string
  accounts: string
  combobox: ComboboxStore
}

/** A search field with the spreadsheets that match. */
export function FileList({ label, accounts, combobox }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const search = useFileSearch(typed, { accounts, isOpen: true })
  const { activeId, onKeyDown } = useFirstOption(combobox, {
    isWanted: typed !== '',
    list: search.link ?? search.data?.files,
  })

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
      <FileOptions label={label} listId={listId} {...search} />
    </>
  )
}

/** The list is at the end of the page, where Tab would lead out of the form. */
function leaveOnTab(event: KeyboardEvent, combobox: ComboboxStore): void {
  if (event.key !== 'Tab') return
  event.preventDefault()
  combobox.closeDropdown('keyboard')
}
