import { useEffect } from 'react'

const OVERLAY = '[aria-modal="true"]'
const TAKES_TEXT = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="file"])'

interface SelectionKey {
  /** 'mod+a' is Ctrl+A, on a Mac Cmd+A. */
  key: 'mod+a' | 'Escape'
  onPress: () => void
  isOff?: boolean
}

/** Listens for a key wherever it would not mean something else: not where text is typed, nor while a dialog is open. */
export function useSelectionKey({ key, onPress, isOff = false }: SelectionKey): void {
  useEffect(() => {
    if (isOff) return
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPressed(key, event) || isTakenElsewhere(event.target)) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [key, onPress, isOff])
}

function isPressed(key: SelectionKey['key'], event: KeyboardEvent): boolean {
  const hasMod = event.ctrlKey || event.metaKey
  if (event.altKey || event.shiftKey) return false
  return key === 'Escape' ? event.key === 'Escape' && !hasMod : event.key.toLowerCase() === 'a' && hasMod
}

/** A dialog that this very key closes is gone already, yet the key was pressed within it. */
function isTakenElsewhere(target: EventTarget | null): boolean {
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null
  return isIn(TAKES_TEXT) || isIn(OVERLAY) || document.querySelector(OVERLAY) !== null
}
