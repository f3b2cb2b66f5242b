import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useCallback, useEffect, useRef } from 'react'

/**
 * A modal dialog. When it closes, the focus is where it was before, also if the dialog was loaded on demand, or closes
 * together with a dialog on top of it; or on the screen, if the focused element is gone. For this, close it only once
 * the screen behind it shows the result.
 */
export function Dialog({ opened, ...modal }: ModalProps) {
  // A modal that mounts open has no render in which the focus is still where it was.
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
    // Otherwise a dialog below has returned it already.
    if (isLost || activeElement.closest('[role="dialog"]')) focus(opener.current)
  }, [])
  // A dialog may go with the list entry it deletes, before it has faded out.
  useEffect(() => () => void setTimeout(returnFocus), [returnFocus])
  return returnFocus
}

/** The focused element, or the button of its menu, which closes. */
function focusedOpener(): Element | null {
  const menuButtonId = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (menuButtonId && document.getElementById(menuButtonId)) || document.activeElement
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus({ preventScroll: true })
  if (document.activeElement !== element) document.getElementById('main')?.focus({ preventScroll: true })
}
