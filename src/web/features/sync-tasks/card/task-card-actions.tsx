import { lazy, Suspense, useRef } from 'react'
import type { PositionActions, Task } from '#contract/task.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { findCommand, isOffered, TASK_COMMAND_IDS, type TaskCommand } from '../../../data/commands/task-commands.ts'
import { type UseCommand, useTaskCommand } from '../../../data/commands/use-task-command.ts'
import { isStoppable } from '../../../data/task-status.ts'
import classes from './card-controls.module.css'
import { CardButton, IconButton, IconLink } from './card-controls.tsx'
import { useFocusHandover } from './use-focus-handover.ts'

// Loaded lazily: few cards need these buttons.
const RareButtons = lazy(async () => ({ default: (await import('./rare-buttons.tsx')).RareButtons }))

const MOVES = listOnCard('position')
const ICONS = listOnCard('icon')

interface Props {
  task: Task
  /** Name of the task, which distinguishes the buttons of different cards. */
  name: string
  context: CommandContext
  isListBusy: boolean
}

/** The buttons of a task's card. */
export function TaskCardActions({ task, name, context, isListBusy }: Props) {
  const command = useTaskCommand(task, { context, isListBusy })
  return (
    <div className={classes.actions}>
      <div className={classes.row}>
        <PositionButtons position={task.position_actions} name={name} command={command} />
        <ActiveToggle isActive={task.is_active} name={name} command={command} />
      </div>
      <div className={classes.row}>
        <div className={classes.cluster}>
          {ICONS.filter((id) => isOffered(id, { task, ...context })).map((id) => {
            const declared = findCommand(id)
            if (!('path' in declared)) return <IconButton key={id} taskName={name} {...command(id)} />
            return <IconLink key={id} to={declared.path(task.id)} taskName={name} {...declared} />
          })}
        </div>
        <RunButtons task={task} name={name} command={command} />
      </div>
    </div>
  )
}

function listOnCard(place: TaskCommand['card']) {
  return TASK_COMMAND_IDS.filter((id) => findCommand(id).card === place)
}

interface ButtonsProps {
  name: string
  command: UseCommand
}

/** A task's position within its type, between the buttons to change it. */
function PositionButtons({ position, name, command }: ButtonsProps & { position: PositionActions }) {
  const buttons = MOVES.map((id) => <IconButton key={id} taskName={name} {...command(id)} />)
  return (
    <div className={classes.cluster}>
      {buttons.slice(0, MOVES.length / 2)}
      <span className={classes.position}>{positionText(position)}</span>
      {buttons.slice(MOVES.length / 2)}
    </div>
  )
}

/** A task's position within its type, read-only. */
export function PositionText({ position }: { position: PositionActions }) {
  return <p className={classes.positionText}>Position {positionText(position)}</p>
}

function positionText({ current_position, total_tasks_of_type }: PositionActions): string {
  return current_position > 0 ? `${current_position}/${total_tasks_of_type}` : '-'
}

function ActiveToggle({ isActive, name, command }: ButtonsProps & { isActive: boolean }) {
  const { isPending, isBlocked, onPress } = command(isActive ? 'deactivate' : 'activate')
  const isReady = !isPending && !isBlocked
  const state = isPending ? 'Updating...' : isActive ? 'Active' : 'Inactive'
  return (
    <label className={classes.toggle}>
      <input
        type="checkbox"
        role="switch"
        aria-label={`${state} ${name}`}
        checked={isActive}
        aria-checked={isActive}
        aria-busy={isPending || undefined}
        aria-disabled={!isReady}
        onChange={() => isReady && onPress()}
      />
      {state}
    </label>
  )
}

function RunButtons({ task, name, command }: ButtonsProps & Pick<Props, 'task'>) {
  const runRef = useRef<HTMLButtonElement>(null)
  const handover = useFocusHandover(runRef)
  const run = command('run')
  return (
    <div className={classes.buttons}>
      {(task.can_copy_anyway || task.stopped_count > 0) && (
        <Suspense fallback={null}>
          <RareButtons {...{ task, name, command, handover }} />
        </Suspense>
      )}
      <CardButton
        ref={runRef}
        taskName={name}
        tone="indigo"
        {...run}
        label={task.running_status ? 'Running' : run.cardLabel}
      />
      {isStoppable(task) && (
        <CardButton ref={handover} taskName={name} tone="red" {...command('stop')} label={command('stop').cardLabel} />
      )}
    </div>
  )
}
