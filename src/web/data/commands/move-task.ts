import type { PositionActions, Task } from '#contract/task.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { RUN_TOAST_MS, toast } from '../../lib/toast.tsx'
import { offerUndo } from '../../lib/toast-offers.tsx'
import type { TaskActions } from '../task-actions.ts'

type Position = Pick<PositionActions, 'current_position' | 'total_tasks_of_type'>

interface Move {
  action: RepositionAction
  taskActions: TaskActions
}

/** Moves a task within its type, and offers to move it back. */
export async function moveTask(task: Task, { action, taskActions }: Move): Promise<void> {
  const { reposition } = taskActions
  if (!(await reposition(task.id, [action]))) return
  const text = `Moved "${taskName(task)}" (${task.task_type.name})`
  const undo = movesBack(task.position_actions, action)
  if (undo.length === 0) toast.success(text, { timeoutMs: RUN_TOAST_MS })
  else offerUndo(text, { onUndo: () => void reposition(task.id, undo), timeoutMs: RUN_TOAST_MS })
}

/** Finds the fewest moves that undo `action`, given the position before it. Empty if the position is unknown. */
export function movesBack(
  { current_position: start, total_tasks_of_type: last }: Position,
  action: RepositionAction,
): RepositionAction[] {
  if (action === 'up') return ['down']
  if (action === 'down') return ['up']
  if (start < 1) return []
  const fromFront = steps('down', start - 1)
  const fromBack = steps('up', last - start)
  const viaFront: RepositionAction[] = action === 'front' ? fromFront : ['front', ...fromFront]
  const viaBack: RepositionAction[] = action === 'back' ? fromBack : ['back', ...fromBack]
  return viaFront.length <= viaBack.length ? viaFront : viaBack
}

function steps(action: RepositionAction, count: number): RepositionAction[] {
  return Array.from({ length: count }, () => action)
}
