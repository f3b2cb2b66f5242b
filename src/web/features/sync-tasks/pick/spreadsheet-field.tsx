import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { FileOptions } from './file-options.tsx'
import { useFileSearch } from './use-file-search.ts'
import { useFirstOption } from './use-first-option.ts'
import { useOptionSubmit } from './use-option-submit.ts'

/** Width of the list. On a phone, it is wider than the field, so titles can be told apart. */
const WIDTH = 'min(520px, calc(100vw - 32px))'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Label of the list. */
  listLabel: string
  /** Accounts listed in the task. */
  accounts: string
  value: string
  onType: (text: string) => void
  /** Called with the ID of a spreadsheet. */
  onPick: (id: string) => void
}

/** A field for the ID of a spreadsheet, or a link to it, with a search by title. */
export function SpreadsheetField({ listLabel, accounts, onType, onPick, ...input }: Props) {
  return (
    <ExtraCalls otherwise={<TextInput {...input} onChange={({ currentTarget }) => onType(currentTarget.value)} />}>
      <SearchField {...{ listLabel, accounts, onType, onPick, ...input }} />
    </ExtraCalls>
  )
}

function SearchField({ listLabel, accounts, onType, onPick, onBlur, ...input }: Props) {
  /** Text typed since the list opened. */
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption()
      setTyped('')
    },
  })
  const search = useFileSearch(typed, { accounts, isOpen: combobox.dropdownOpened })
  const { files } = search
  const submit = useOptionSubmit(onPick)
  const { activeId, onKeyDown } = useFirstOption(combobox, { isWanted: typed !== '', list: search.data?.files })
  // Hide an empty list, because it would only cover the next field: a typed ID matches no title.
  const isShown = combobox.dropdownOpened && (typed === '' || files.length > 0)
  const field = (
    <TextInput
      {...input}
      onClick={() => combobox.openDropdown()}
      onChange={({ currentTarget: { value } }) => {
        onType(value)
        setTyped(value)
        combobox.openDropdown()
      }}
      onBlur={(event) => {
        onBlur?.(event)
        combobox.closeDropdown()
      }}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <Combobox
      store={combobox}
      width={WIDTH}
      position="bottom-start"
      // Unmount a closed list, so no search runs before it opens.
      keepMounted={false}
      onOptionSubmit={(picked) => {
        combobox.closeDropdown()
        submit(picked)
      }}
    >
      <Combobox.Target
        withExpandedAttribute
        aria-expanded={isShown}
        data-mantine-stop-propagation={isShown || undefined}
        {...(activeId !== undefined && isShown && { 'aria-activedescendant': activeId })}
      >
        {field}
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isShown}>
        <FileOptions label={listLabel} {...search} />
      </Combobox.Dropdown>
    </Combobox>
  )
}
