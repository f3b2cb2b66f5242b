import { Button, Combobox, useCombobox } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'

const FileList = lazy(async () => ({ default: (await import('./file-list.tsx')).FileList }))

/** Wider than half of the form, so that titles can be told apart. */
const WIDTH = 'min(420px, calc(100vw - 32px))'

interface Props {
  /** Names the button for people who do not see the field beside it. */
  label: string
  text?: string
  /** The accounts that the task lists. */
  accounts: string
  /** Called with the ID of a spreadsheet, or with a link that was pasted into the search. */
  onPick: (picked: string) => void
}

/** A button that opens a search for the spreadsheets that the task's account can open. */
export function ChooseFile({ label, text = 'Choose', accounts, onPick }: Props) {
  const hasExtraCalls = useHasExtraCalls()
  const combobox = useCombobox({
    onDropdownClose(source) {
      combobox.resetSelectedOption()
      if (source === 'keyboard') combobox.focusTarget()
    },
  })
  if (!hasExtraCalls) return null
  return (
    <Combobox
      store={combobox}
      width={WIDTH}
      position="bottom-end"
      // Nothing is searched before it opens.
      keepMounted={false}
      onOptionSubmit={(picked) => {
        combobox.closeDropdown()
        onPick(picked)
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          // A field that loses the focus may show an error, which would move the button away from the press.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => combobox.toggleDropdown()}
        >
          {text}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Suspense fallback={<LoadingSpinner />}>
          <FileList label={label} accounts={accounts} combobox={combobox} />
        </Suspense>
      </Combobox.Dropdown>
    </Combobox>
  )
}
