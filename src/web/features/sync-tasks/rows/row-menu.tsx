import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { isBusy } from '../../../data/task-status.ts'
import { paths } from '../../../lib/paths.ts'
import { MOVES } from '../card/moves.ts'
import type { TaskCardHandlers } from '../card/task-card-actions.tsx'
import classes from './rows.module.css'

const ITEM = '[role="menuitem"]'
const GAP_PX = 4

export interface OpenMenu {
  task: Task
  /** Gets the focus back. */
  button: HTMLElement
}

interface Props extends OpenMenu {
  handlers: TaskCardHandlers
  isListBusy: boolean
  onClose: () => void
}

/** The further actions on a task, below the button that opened them. */
export function RowMenu({ task, button, handlers, isListBusy, onClose }: Props) {
  const close = () => {
    onClose()
    button.focus({ preventScroll: true })
  }
  const menuRef = useClickOutside<HTMLDivElement>(onClose)
  // The menu is placed once, and would stay behind.
  useWindowEvent('scroll', onClose)
  const firstRef = useRef<HTMLAnchorElement>(null)
  useEffect(() => firstRef.current?.focus({ preventScroll: true }), [])
  const isLocked = isBusy(task, isListBusy)
  const item = (label: string, onPress: () => void, isBlocked = false) => (
    <MenuItem
      isBlocked={isBlocked}
      onPress={() => {
        close()
        onPress()
      }}
    >
      {label}
    </MenuItem>
  )
  const move = (action: RepositionAction) => {
    const { label, can } = MOVES[action]
    return item(label, () => handlers.onMove(task, action), isLocked || !task.position_actions[can])
  }
  return (
    <div
      ref={menuRef}
      role="menu"
      tabIndex={-1}
      className={classes.menu}
      aria-label={`Actions for ${taskName(task)}`}
      style={placeBelow(button)}
      onKeyDown={(event) => moveOrClose(event, close)}
    >
      <Link ref={firstRef} role="menuitem" tabIndex={-1} className={classes.menuItem} to={paths.task(task.id)}>
        Open page
      </Link>
      <Link role="menuitem" tabIndex={-1} className={classes.menuItem} to={paths.taskLogs(task.id)}>
        View Logs
      </Link>
      <Link role="menuitem" tabIndex={-1} className={classes.menuItem} to={paths.dataCopy(task.id)}>
        View Data Copy
      </Link>
      {item('Edit', () => handlers.onEdit(task), isLocked)}
      {item('Duplicate', () => handlers.onDuplicate(task))}
      {item(task.is_active ? 'Deactivate' : 'Activate', () => handlers.onSetActive(task, !task.is_active))}
      {move('front')}
      {move('up')}
      {move('down')}
      {move('back')}
      {item('Delete', () => handlers.onDelete(task), isLocked)}
    </div>
  )
}

interface ItemProps {
  isBlocked: boolean
  onPress: () => void
  children: ReactNode
}

function MenuItem({ isBlocked, onPress, children }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes.menuItem}
      aria-disabled={isBlocked || undefined}
      onClick={() => !isBlocked && onPress()}
    >
      {children}
    </button>
  )
}

/** Right-aligned with the button, and above it where the window ends. */
function placeBelow(button: HTMLElement) {
  const { top, bottom, right } = button.getBoundingClientRect()
  const side = { right: document.documentElement.clientWidth - right }
  if (bottom > window.innerHeight / 2) return { ...side, bottom: window.innerHeight - top + GAP_PX }
  return { ...side, top: bottom + GAP_PX }
}

function moveOrClose(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    event.stopPropagation()
    close()
    return
  }
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEM)]
  const now = items.findIndex((item) => item.matches(':focus'))
  const target = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
