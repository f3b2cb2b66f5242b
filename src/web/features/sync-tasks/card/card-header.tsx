import { IconNote } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { cardHeading, withTypeName } from '#domain/tasks/task-name.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusBadge } from '../../../shared/status-badge.tsx'
import controls from './card-controls.module.css'
import { RecentRunBars } from './recent-run-bars.tsx'
import classes from './task-card.module.css'

const SELECT_HINT = 'Select (Shift-click for a range, Ctrl+A for all, Esc to clear)'

export interface Selection {
  isSelected?: boolean
  /** Missing in places where tasks cannot be selected. */
  onToggleSelected?: ((id: number, isRange: boolean) => void) | undefined
}

interface Props extends Selection {
  task: Task
  name: string
  isOnOwnPage: boolean
}

/** The task's name, status and recent runs. */
export function CardHeader({ task, name, isSelected = false, onToggleSelected, isOnOwnPage }: Props) {
  const heading = cardHeading(task)
  return (
    <header className={classes.header}>
      {!isOnOwnPage && (
        <h3 className={classes.title} title={heading}>
          {heading}
        </h3>
      )}
      <div className={classes.status}>
        {onToggleSelected && (
          <input
            type="checkbox"
            className={controls.select}
            aria-label={`Select ${withTypeName(name, task.task_type.name)}`}
            aria-keyshortcuts="Shift+Space"
            title={SELECT_HINT}
            checked={isSelected}
            onChange={(event) => onToggleSelected(task.id, hasShift(event))}
          />
        )}
        <StatusBadge status={task.task_status} ended={task} />
      </div>
      <div className={classes.subtitle}>
        {!isOnOwnPage && (
          <>
            <Link className={classes.name} to={paths.task(task.id)} title={name}>
              {name}
            </Link>
            <span aria-hidden>·</span>
          </>
        )}
        <span className={classes.type} title={task.task_type.name}>
          {task.task_type.name}
        </span>
        {isOnOwnPage && heading !== name && (
          <>
            <span aria-hidden>·</span>
            <span className={classes.truncated}>{heading}</span>
          </>
        )}
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

/** Whether Shift was held while a checkbox changed. Browsers report both a click and Space as mouse events. */
function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}
