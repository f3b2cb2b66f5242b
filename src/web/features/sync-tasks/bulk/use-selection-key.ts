import { useHotkeys } from '@mantine/hooks'

const DIALOG = '[aria-modal="true"]'
const TEXT_INPUT = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="file"])'

interface SelectionKey {
  /** 'mod+a' is Ctrl+A, or Cmd+A on a Mac. */
  key: 'mod+a' | 'Escape'
  onPress: () => void
  /** Checked on each press of the key. */
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

/** Whether a text input or a dialog handles the key. Checks the target too, because the key may have just closed its dialog. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null
  return isIn(TEXT_INPUT) || isIn(DIALOG) || document.querySelector(DIALOG) !== null
}
