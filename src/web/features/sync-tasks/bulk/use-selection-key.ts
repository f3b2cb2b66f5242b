import { useEffect } from 'react'

const DIALOG = '[aria-modal="true"]'
const TEXT_INPUT = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="file"])'

interface SelectionKey {
  /** 'mod+a' is Ctrl+A, or Cmd+A on a Mac. */
  key: 'mod+a' | 'Escape'
  onPress: () => void
  isDisabled?: boolean
}

/** A keyboard shortcut for the selection. It does not apply in text inputs or while a dialog is open. */
export function useSelectionKey({ key, onPress, isDisabled = false }: SelectionKey): void {
  useEffect(() => {
    if (isDisabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPressed(key, event) || isHandledElsewhere(event.target)) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key, onPress, isDisabled])
}

function isPressed(key: SelectionKey['key'], event: KeyboardEvent): boolean {
  const hasMod = event.ctrlKey || event.metaKey
  if (event.altKey || event.shiftKey) return false
  return key === 'Escape' ? event.key === 'Escape' && !hasMod : event.key.toLowerCase() === 'a' && hasMod
}

/** Checks the target, too: the dialog that this key has just closed is already gone from the document. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null
  return isIn(TEXT_INPUT) || isIn(DIALOG) || document.querySelector(DIALOG) !== null
}
