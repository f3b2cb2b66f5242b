import type { PositionActions } from '#contract/task.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import type { TaskAction } from '../../../data/task-actions.ts'
import classes from './card-controls.module.css'
import { IconButton } from './card-controls.tsx'
import { MOVES } from './moves.ts'

interface Props {
  position: PositionActions
  taskName: string
  isLocked: boolean
  isPending: (action: TaskAction) => boolean
  onMove: (action: RepositionAction) => void
}

/** A task's position within its type, with buttons to change it. */
export function PositionButtons({ position, taskName, isLocked, isPending, onMove }: Props) {
  const button = (action: RepositionAction) => {
    const { label, can, Icon } = MOVES[action]
    return (
      <IconButton
        label={label}
        taskName={taskName}
        Icon={Icon}
        isBlocked={isLocked || !position[can]}
        isPending={isPending(`move-${action}`)}
        onPress={() => onMove(action)}
      />
    )
  }
  return (
    <div className={classes.cluster}>
      {button('front')}
      {button('up')}
      <span className={classes.position}>{positionText(position)}</span>
      {button('down')}
      {button('back')}
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
