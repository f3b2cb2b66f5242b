import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Modal dialog that returns the focus when it closes, even if it was loaded on demand, or closes together with a dialog on top
 * of it. If the element with the focus is gone, the screen gets the focus. Close the dialog only after the screen behind it
 * shows the result.
 */
export function Dialog({ opened, ...modal }: ModalProps) {
  // Open after the mount, because a modal that mounts open takes the focus before this component can remember it.
  const isOpen = useMounted() && opened
  const returnFocus = useFocusReturn(isOpen)
  return <Modal {...modal} opened={isOpen} returnFocus={false} onExitTransitionEnd={returnFocus} />
}

function useFocusReturn(isOpen: boolean): () => void {
  const opener = useRef<Element | null>(null)
  const isDue = useRef(false)
  useEffect(() => {
    if (!isOpen) return
    opener.current = focusedOpener()
    isDue.current = true
  }, [isOpen])
  const returnFocus = useCallback(() => {
    if (!isDue.current) return
    isDue.current = false
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    // Any other focus means that a dialog below has already returned it.
    if (isLost || activeElement.closest('[role="dialog"]')) focus(opener.current)
  }, [])
  // Return the focus on unmount too: a dialog may disappear with the list entry it deletes, before it has faded out.
  useEffect(() => () => void setTimeout(returnFocus), [returnFocus])
  return returnFocus
}

/** Finds the focused element. For an item of a menu, which is about to close, finds the menu's button. */
function focusedOpener(): Element | null {
  const menuButtonId = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (menuButtonId && document.getElementById(menuButtonId)) || document.activeElement
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus({ preventScroll: true })
  if (document.activeElement !== element) document.getElementById('main')?.focus({ preventScroll: true })
}
