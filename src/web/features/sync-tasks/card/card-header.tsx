import { IconNote } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { nameAfterEdit } from '#domain/tasks/task-title.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import controls from './card-controls.module.css'
import { RecentRunBars } from './recent-run-bars.tsx'
import classes from './task-card.module.css'

const SELECT_HINT = 'Select (Shift-click for a range, Ctrl+A for all, Esc to clear)'

export interface Selection {
  isSelected?: boolean
  /** Missing where tasks cannot be selected. */
  onToggleSelected?: ((id: number, isRange: boolean) => void) | undefined
}

interface Props extends Selection {
  task: Task
  title: string
  isOnOwnPage: boolean
}

/** What a task is called, its status and its recent runs. */
export function CardHeader({ task, title, isSelected = false, onToggleSelected, isOnOwnPage }: Props) {
  const name = task.name || nameAfterEdit(task)
  return (
    <header className={classes.header}>
      {!isOnOwnPage && (
        <h3 className={classes.title} title={title}>
          {title}
        </h3>
      )}
      <div className={classes.status}>
        {onToggleSelected && (
          <input
            type="checkbox"
            className={controls.select}
            aria-label={`Select ${title}`}
            aria-keyshortcuts="Shift+Space"
            title={SELECT_HINT}
            checked={isSelected}
            onChange={(event) => onToggleSelected(task.id, hasShift(event))}
          />
        )}
        <StatusBadge status={task.task_status} isSkipped={task.was_skipped} />
      </div>
      <div className={classes.subtitle}>
        <span className={classes.type}>{task.task_type.name}</span>
        {isOnOwnPage ? name !== title && <Name>{name}</Name> : <Name to={paths.task(task.id)}>{name}</Name>}
        {task.notes && (
          <span title={task.notes}>
            <IconNote size={14} role="img" aria-label={`Notes: ${task.notes}`} />
          </span>
        )}
      </div>
      <RecentRunBars taskId={task.id} runs={task.recent_runs} />
    </header>
  )
}

function Name({ to, children }: { to?: string; children: string }) {
  return (
    <>
      <span aria-hidden>·</span>
      {to === undefined ? (
        <span className={classes.truncated}>{children}</span>
      ) : (
        <Link className={classes.link} to={to} title={children}>
          {children}
        </Link>
      )}
    </>
  )
}

/** Checkboxes change by click or by Space; browsers report both as mouse events. */
function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}
