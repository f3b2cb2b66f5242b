import {
  IconFileText,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconShieldOff,
  IconTable,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { RepositionAction, Task } from '#contract/task.ts'
import { isBusy, isStoppable } from '../is-busy.ts'
import { ActiveToggle } from './active-toggle.tsx'
import { PositionButtons } from './position-buttons.tsx'
import { RecentRunBars } from './recent-run-bars.tsx'
import classes from './task-card.module.css'

/** What a card's buttons do. The same object is kept from one drawing of the list to the next. */
export interface TaskCardHandlers {
  onRun: (task: Task) => void
  onCopyAnyway: (task: Task) => void
  onStop: (task: Task) => void
  onEdit: (task: Task) => void
  onDelete: (task: Task) => void
  onMove: (task: Task, action: RepositionAction) => void
  onSetActive: (task: Task, isActive: boolean) => Promise<void>
}

interface Props {
  task: Task
  handlers: TaskCardHandlers
  isListBusy: boolean
}

/** The buttons of a task's card. */
export function TaskCardActions({ task, handlers, isListBusy }: Props) {
  const isLocked = isBusy(task, isListBusy)
  return (
    <>
      <div className={classes.row}>
        <PositionButtons
          position={task.position_actions}
          isLocked={isLocked}
          onMove={(action) => handlers.onMove(task, action)}
        />
        <RecentRunBars runs={task.recent_runs} />
        <ActiveToggle isActive={task.is_active} onChange={(isActive) => handlers.onSetActive(task, isActive)} />
      </div>
      <div className={classes.footer}>
        <CardLinks task={task} handlers={handlers} isLocked={isLocked} />
        <RunButtons task={task} handlers={handlers} isLocked={isLocked} />
      </div>
    </>
  )
}

interface ButtonsProps {
  task: Task
  handlers: TaskCardHandlers
  isLocked: boolean
}

function CardLinks({ task, handlers, isLocked }: ButtonsProps) {
  return (
    <div className={classes.cluster}>
      <Link className={classes.icon} to={`/sync_tasks/${task.id}/logs`} aria-label="View Logs" title="View Logs">
        <IconFileText size={16} aria-hidden />
      </Link>
      <Link
        className={classes.icon}
        to={`/sync_tasks/${task.id}/data_copy`}
        aria-label="View Data Copy"
        title="View Data Copy"
      >
        <IconTable size={16} aria-hidden />
      </Link>
      <button
        type="button"
        className={classes.icon}
        aria-label="Edit"
        title="Edit"
        disabled={isLocked}
        onClick={() => handlers.onEdit(task)}
      >
        <IconPencil size={16} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.icon}
        data-danger
        aria-label="Delete"
        title="Delete"
        disabled={isLocked}
        onClick={() => handlers.onDelete(task)}
      >
        <IconTrash size={16} aria-hidden />
      </button>
    </div>
  )
}

function RunButtons({ task, handlers, isLocked }: ButtonsProps) {
  return (
    <div className={classes.buttons}>
      {task.can_copy_anyway && (
        <button
          type="button"
          className={classes.button}
          data-tone="yellow"
          title="The last run was held back because the source looks wrong. Copies it all the same."
          disabled={isLocked}
          onClick={() => handlers.onCopyAnyway(task)}
        >
          <IconShieldOff size={14} aria-hidden />
          Copy anyway
        </button>
      )}
      <button
        type="button"
        className={classes.button}
        data-tone="indigo"
        disabled={isLocked}
        onClick={() => handlers.onRun(task)}
      >
        <IconPlayerPlay size={14} aria-hidden />
        {task.running_status ? 'Running' : 'Run Task'}
      </button>
      {isStoppable(task) && (
        <button type="button" className={classes.button} data-tone="red" onClick={() => handlers.onStop(task)}>
          <IconPlayerStop size={14} aria-hidden />
          Stop Task
        </button>
      )}
    </div>
  )
}
