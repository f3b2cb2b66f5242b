import { Button, Combobox, useCombobox } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { useOptionSubmit } from './use-option-submit.ts'

const FileList = lazy(async () => ({ default: (await import('./file-list.tsx')).FileList }))

/** Width that is enough to tell titles apart. */
const WIDTH = 'min(520px, calc(100vw - 32px))'

interface Props {
  /** Accounts listed in the task. */
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
      // Move the list if needed, because it grows when its files arrive.
      preventPositionChangeWhenVisible={false}
      // Unmount a closed list, so no search runs before it opens.
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
          // Keep the focus in the current field. On blur, its error may appear and move the button before the press ends.
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
