import { useClickOutside } from '@mantine/hooks'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ALL_TASKS_KEY } from '../../../data/commands/list-actions.ts'
import { usePendingActions } from '../../../lib/action.ts'

/** Names of the actions beside the menu. */
const SHOWN_ACTIONS = ['run', 'stop']

/**
 * The menu that holds some of the actions on all tasks on narrow screens. Closing it puts the focus on its button, so
 * that a dialog that one of the actions opens returns the focus there, too.
 */
export function useFoldedMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const barRef = useClickOutside<HTMLDivElement>(() => setIsOpen(false))
  const pending = usePendingActions(ALL_TASKS_KEY)
  const close = () => {
    if (!isOpen) return
    setIsOpen(false)
    buttonRef.current?.focus()
  }
  return {
    id,
    isOpen,
    /** Whether a folded action is in progress. */
    isPending: pending.some((name) => !SHOWN_ACTIONS.includes(name)),
    barRef,
    buttonRef,
    toggle: () => setIsOpen(!isOpen),
    closeAnd: (act: () => void) => {
      close()
      act()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return
      event.preventDefault()
      close()
    },
  }
}
