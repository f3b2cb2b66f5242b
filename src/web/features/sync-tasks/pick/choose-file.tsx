import { Button, Combobox, useCombobox } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { useOptionSubmit } from './use-option-submit.ts'

const FileList = lazy(async () => ({ default: (await import('./file-list.tsx')).FileList }))

/** Wider than half of the form, so that titles can be told apart. */
const WIDTH = 'min(420px, calc(100vw - 32px))'

interface Props {
  /** Names the button for people who do not see the field beside it. */
  label: string
  text?: string
  /** Which edge the list has in common with the field. */
  edge?: 'start' | 'end'
  /** The accounts that the task lists. */
  accounts: string
  /** Called with the ID of a spreadsheet, or with a link that was pasted into the search. */
  onPick: (picked: string) => void
  /** The field with the button; the button is undefined where the server cannot search. */
  children: (button: ReactNode) => ReactNode
}

/** A field with a button that opens a search for the spreadsheets that the task's account can open. */
export function ChooseFile({ label, text = 'Choose', edge = 'start', accounts, onPick, children }: Props) {
  const hasExtraCalls = useHasExtraCalls()
  const combobox = useCombobox({
    onDropdownClose(source) {
      combobox.resetSelectedOption()
      if (source === 'keyboard') combobox.focusTarget()
    },
  })
  const submit = useOptionSubmit(onPick)
  if (!hasExtraCalls) return children(undefined)
  const button = (
    <Combobox.EventsTarget targetType="button" withAriaAttributes={false}>
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
    </Combobox.EventsTarget>
  )
  return (
    <Combobox
      store={combobox}
      width={WIDTH}
      position={`bottom-${edge}`}
      // Nothing is searched before it opens.
      keepMounted={false}
      onOptionSubmit={(picked) => {
        combobox.closeDropdown()
        submit(picked)
      }}
    >
      <Combobox.DropdownTarget>
        <div>{children(button)}</div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Suspense fallback={<LoadingSpinner />}>
          <FileList label={label} accounts={accounts} combobox={combobox} />
        </Suspense>
      </Combobox.Dropdown>
    </Combobox>
  )
}
