import { Button, Combobox, useCombobox } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { useOptionSubmit } from './use-option-submit.ts'

const FileList = lazy(async () => ({ default: (await import('./file-list.tsx')).FileList }))

/** Wide enough to tell titles apart. */
const WIDTH = 'min(520px, calc(100vw - 32px))'

interface Props {
  /** The accounts the task lists. */
  accounts: string
  /** IDs of spreadsheets and links to folders. */
  chosen: ReadonlySet<string>
  /** Called with the ID of a spreadsheet or the link to a folder. */
  onToggle: (place: string) => void
  /** Called with a link pasted into the search, or the ID of a new spreadsheet. */
  onUse: (picked: string) => void
  onAdd: (picked: readonly string[]) => void
}

/** A button that opens a search for spreadsheets and folders, with check boxes. */
export function ChooseSources({ accounts, chosen, onToggle, onUse, onAdd }: Props) {
  const combobox = useCombobox({
    onDropdownClose(source) {
      combobox.resetSelectedOption()
      if (source === 'keyboard') combobox.focusTarget()
    },
  })
  const submit = useOptionSubmit(onUse)
  return (
    <Combobox
      store={combobox}
      width={WIDTH}
      position="bottom-start"
      // The list grows when its files arrive.
      preventPositionChangeWhenVisible={false}
      // No search runs before the list opens.
      keepMounted={false}
      onOptionSubmit={(option, { 'aria-checked': isChosen }) =>
        isChosen === undefined ? submit(option) : onToggle(option)
      }
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Button
          size="compact-sm"
          variant="default"
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          // A field that loses the focus may show an error, which would move the button away from the press.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => combobox.toggleDropdown()}
        >
          Choose spreadsheets
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Suspense fallback={<LoadingSpinner />}>
          <FileList {...{ accounts, combobox, chosen, onAdd }} />
        </Suspense>
      </Combobox.Dropdown>
    </Combobox>
  )
}
