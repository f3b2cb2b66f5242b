import { useHotkeys } from '@mantine/hooks'

const DIALOG = '[aria-modal="true"]'
const TEXT_INPUT = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="file"])'

interface SelectionKey {
  /** 'mod+a' is Ctrl+A, or Cmd+A on a Mac. */
  key: 'mod+a' | 'Escape'
  onPress: () => void
  /** Called for each press. */
  isAllowed?: () => boolean
}

/** A keyboard shortcut for the selection. It does not apply in text inputs or while a dialog is open. */
export function useSelectionKey({ key, onPress, isAllowed = () => true }: SelectionKey): void {
  const onKey = (event: KeyboardEvent) => {
    if (!isAllowed() || event.defaultPrevented || isHandledElsewhere(event.target)) return
    event.preventDefault()
    onPress()
  }
  useHotkeys([[key, onKey, { preventDefault: false }]], [], true)
}

/** Checks the target, too: the dialog this key has just closed is already gone from the document. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null
  return isIn(TEXT_INPUT) || isIn(DIALOG) || document.querySelector(DIALOG) !== null
}
