import type { PositionActions, RepositionAction } from '#contract/task.ts'

interface Place {
  /** Counts from 1. */
  position: number
  /** How many tasks the type has. */
  total: number
}

/** Where a move takes a task within its type; undefined when the task cannot move that way. */
export function positionAfter({ action, position, total }: Place & { action: RepositionAction }): number | undefined {
  const target = { front: 1, back: total, up: position - 1, down: position + 1 }[action]
  return target === position || target < 1 || target > total ? undefined : target
}

/** Every move a task may make from its place. */
export function positionActions({ position, total }: Place): PositionActions {
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
