import { IconNote } from '@tabler/icons-react'
import { type ChangeEvent, memo } from 'react'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { taskTitle } from '#domain/tasks/task-title.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { LatestLog } from './latest-log.tsx'
import { PositionText } from './position-buttons.tsx'
import { RecentRunBars } from './recent-run-bars.tsx'
import classes from './task-card.module.css'
import { TaskCardActions, type TaskCardHandlers } from './task-card-actions.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskProgressBar } from './task-progress-bar.tsx'
import { TaskSheets } from './task-sheets.tsx'

const SELECT_HINT = 'Select (Shift-click for a range, Ctrl+A for all, Esc to clear)'

interface Props {
  task: Task
  /** Missing for a read-only card. */
  handlers?: TaskCardHandlers
  /** All tasks are running or one is being moved, which blocks this one, too. */
  isListBusy?: boolean
  isSelected?: boolean
  /** Missing where tasks cannot be selected. */
  onToggleSelected?: (id: number, isRange: boolean) => void
  /** The level of the card's heading. */
  headingOrder?: 2 | 3
}

/** One task. Uses plain elements instead of Mantine components because a list has hundreds of cards. */
export const TaskCard = memo(function TaskCard(props: Props) {
  const { task, handlers, isListBusy = false, isSelected = false, onToggleSelected, headingOrder = 3 } = props
  const title = taskTitle(task)
  return (
    <article
      className={classes.card}
      aria-label={title}
      data-task-id={task.id}
      data-status={task.task_status}
      data-inactive={!task.is_active || undefined}
      data-selected={isSelected || undefined}
    >
      <CardHeader {...{ task, title, isSelected, onToggleSelected, headingOrder }} />
      <TaskSheets task={task} />
      <TaskProgressBar task={task} title={title} />
      <TaskFacts task={task} />
      <LatestLog log={task.latest_log} />
      {handlers ? (
        <TaskCardActions task={task} handlers={handlers} isListBusy={isListBusy} />
      ) : (
        <div className={classes.row}>
          <PositionText position={task.position_actions} />
          <RecentRunBars runs={task.recent_runs} />
        </div>
      )}
    </article>
  )
})

interface HeaderProps {
  task: Task
  title: string
  isSelected: boolean
  onToggleSelected: Props['onToggleSelected'] | undefined
  headingOrder: 2 | 3
}

function CardHeader({ task, title, isSelected, onToggleSelected, headingOrder }: HeaderProps) {
  const Heading = `h${headingOrder}` as const
  return (
    <>
      <div className={classes.row}>
        <Heading className={classes.title}>
          <StatusDot status={task.task_status} />
          <span className={classes.truncated} title={title}>
            {title}
          </span>
        </Heading>
        {onToggleSelected && (
          <input
            type="checkbox"
            className={classes.select}
            aria-label={`Select ${title}`}
            aria-keyshortcuts="Shift+Space"
            title={SELECT_HINT}
            checked={isSelected}
            onChange={(event) => onToggleSelected(task.id, hasShift(event))}
          />
        )}
        <StatusBadge status={task.task_status} />
      </div>
      <div className={classes.subtitle}>
        <span className={classes.type}>{task.task_type.name}</span>
        <span aria-hidden>·</span>
        <Link className={classes.link} to={paths.task(task.id)} title={task.name}>
          {task.name}
        </Link>
        {task.notes && (
          <span title={task.notes}>
            <IconNote size={14} role="img" aria-label={`Notes: ${task.notes}`} />
          </span>
        )}
      </div>
    </>
  )
}

/** Checkboxes change by click or by Space; browsers report both as mouse events. */
function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}
