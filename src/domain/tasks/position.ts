import type { PositionActions } from '#contract/task.ts'
import type { RepositionAction } from '#contract/task-routes.ts'

interface Position {
  /** Counts from 1. */
  position: number
  /** How many tasks the type has. */
  total: number
}

/** The position after a move within the type; undefined if the task cannot move there. */
export function positionAfter({
  action,
  position,
  total,
}: Position & { action: RepositionAction }): number | undefined {
  const target = { front: 1, back: total, up: position - 1, down: position + 1 }[action]
  return target === position || target < 1 || target > total ? undefined : target
}

/** The moves a task can make from its position. */
export function positionActions({ position, total }: Position): PositionActions {
  const isFirst = position <= 1
  const isLast = position >= total
  return {
    can_push_to_front: !isFirst,
    can_push_to_back: !isLast,
    can_move_up: !isFirst,
    can_move_down: !isLast,
    total_tasks_of_type: total,
    current_position: position,
  }
}
