import {
  IconEye,
  IconFileText,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconTable,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import type { Task } from '#contract/task.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import { previewKey } from '../../../data/preview-key.ts'
import { type TaskAction, taskKey } from '../../../data/task-actions.ts'
import { isBusy, isStoppable } from '../../../data/task-status.ts'
import { useIsPending, usePendingActions } from '../../../lib/action.ts'
import { paths } from '../../../lib/paths.ts'
import { ActiveToggle } from './active-toggle.tsx'
import classes from './card-controls.module.css'
import { CardButton, IconButton, IconLink } from './card-controls.tsx'
import { PositionButtons } from './position-buttons.tsx'
import { PreviewButton } from './preview-button.tsx'
import { useFocusHandover } from './use-focus-handover.ts'

// Few cards need it.
const AffectedButton = lazy(async () => ({ default: (await import('./affected-button.tsx')).AffectedButton }))

/** The handlers of a card's buttons. Keep the object stable, or every render of the list re-renders all cards. */
export interface TaskCardHandlers {
  onRun: (task: Task) => void
  /** Undefined where the server has no previews. */
  onPreview: ((task: Task) => void) | undefined
  onStop: (task: Task) => void
  onEdit: (task: Task) => void
  onDuplicate: (task: Task) => void
  onDelete: (task: Task) => void
  onMove: (task: Task, action: RepositionAction) => void
  onSetActive: (task: Task, isActive: boolean) => void
}

interface Props {
  task: Task
  /** Distinguishes its buttons from those of other cards. */
  name: string
  handlers: TaskCardHandlers
  isListBusy: boolean
}

/** The buttons of a task's card. */
export function TaskCardActions({ task, name, handlers, isListBusy }: Props) {
  const isLocked = isBusy(task, isListBusy)
  const pending = usePendingActions(taskKey(task.id))
  const isPending = (action: TaskAction) => pending.includes(action)
  return (
    <div className={classes.actions}>
      <div className={classes.row}>
        <PositionButtons
          position={task.position_actions}
          taskName={name}
          isLocked={isLocked}
          isPending={isPending}
          onMove={(action) => handlers.onMove(task, action)}
        />
        <ActiveToggle
          taskName={name}
          isActive={task.is_active}
          isUpdating={isPending('set-active')}
          isLocked={isPending('toggle-lock')}
          onChange={(isActive) => handlers.onSetActive(task, isActive)}
        />
      </div>
      <div className={classes.row}>
        <CardLinks task={task} name={name} handlers={handlers} isLocked={isLocked} />
        <RunButtons task={task} name={name} handlers={handlers} isLocked={isLocked} isPending={isPending} />
      </div>
    </div>
  )
}

interface PendingProps {
  isPending: (action: TaskAction) => boolean
}

interface ButtonsProps {
  task: Task
  name: string
  handlers: TaskCardHandlers
  isLocked: boolean
}

function CardLinks({ task, name, handlers, isLocked }: ButtonsProps) {
  return (
    <div className={classes.cluster}>
      <IconLink to={paths.taskLogs(task.id)} label="View Logs" taskName={name} Icon={IconFileText} />
      <IconLink to={paths.dataCopy(task.id)} label="View Data Copy" taskName={name} Icon={IconTable} />
      <PreviewButton task={task} name={name} onPreview={handlers.onPreview} />
      <IconButton
        label="Edit"
        taskName={name}
        Icon={IconPencil}
        isBlocked={isLocked}
        onPress={() => handlers.onEdit(task)}
      />
      <IconButton
        label="Delete"
        taskName={name}
        Icon={IconTrash}
        isDangerous
        isBlocked={isLocked}
        onPress={() => handlers.onDelete(task)}
      />
    </div>
  )
}

function RunButtons({ task, name, handlers, isLocked, isPending }: ButtonsProps & PendingProps) {
  const runRef = useRef<HTMLButtonElement>(null)
  const handover = useFocusHandover(runRef)
  const { onPreview } = handlers
  const isPreviewing = useIsPending(previewKey({ task_ids: [task.id] }))
  return (
    <div className={classes.buttons}>
      {task.can_copy_anyway && onPreview && (
        <CardButton
          ref={handover}
          label="See what would be lost"
          taskName={name}
          tone="yellow"
          Icon={IconEye}
          title="The last run was held. A preview shows what copying anyway would overwrite and delete."
          isBlocked={isLocked}
          isPending={isPreviewing}
          onPress={() => onPreview(task)}
        />
      )}
      {task.stopped_count > 0 && (
        <Suspense fallback={null}>
          <AffectedButton task={task} name={name} isLocked={isLocked} />
        </Suspense>
      )}
      <CardButton
        ref={runRef}
        label={task.running_status ? 'Running' : 'Run Task'}
        taskName={name}
        tone="indigo"
        Icon={IconPlayerPlay}
        isBlocked={isLocked}
        isPending={isPending('run')}
        onPress={() => handlers.onRun(task)}
      />
      {isStoppable(task) && (
        <CardButton
          ref={handover}
          label="Stop Task"
          taskName={name}
          tone="red"
          Icon={IconPlayerStop}
          isBlocked={false}
          isPending={isPending('stop')}
          onPress={() => handlers.onStop(task)}
        />
      )}
    </div>
  )
}
