import type { PositionActions, RepositionAction, TaskProgress } from '#contract/task.ts'
import { isStoppable } from '../../../data/task-status.ts'

type Progress = Pick<TaskProgress, 'running_status' | 'task_status'>

type Place = Pick<PositionActions, 'current_position' | 'total_tasks_of_type'>

/** What the actions on the whole list depend on. */
export interface ListState {
  /** Every task, on whatever page. */
  tasks: readonly Progress[]
  isAllRunning: boolean
}

/** Toggle All activates when at most half of the tasks are active. */
export function toggleAllTarget(tasks: readonly { is_active: boolean }[]): boolean {
  const active = tasks.filter(({ is_active }) => is_active).length
  return active <= tasks.length / 2
}

/** Why Run All may not start, in words; undefined when it may. */
export function runAllRefusal({ tasks, isAllRunning }: ListState): string | undefined {
  if (tasks.length === 0) return 'No tasks available'
  return isAllRunning || tasks.some(isRunning) ? 'Tasks are already running' : undefined
}

/** Why there is nothing to stop, in words; undefined when there is. */
export function stopAllRefusal({ tasks }: ListState): string | undefined {
  return tasks.some(isStoppable) ? undefined : 'No running or queued tasks to stop'
}

/** Why not everything may be deleted, in words; undefined when it may. */
export function deleteAllRefusal({ tasks }: ListState): string | undefined {
  if (tasks.length === 0) return 'No tasks to delete'
  return tasks.some(isRunning) ? 'Cannot delete while tasks are running' : undefined
}

/** Why tasks cannot be toggled or reset, in words; undefined when they can. */
export function emptyRefusal({ tasks }: ListState): string | undefined {
  return tasks.length === 0 ? 'No tasks available' : undefined
}

/** How many runs a Stop All would end, by what they are doing. */
export function countStoppable(tasks: readonly Progress[]) {
  const inStatus = (wanted: string) => tasks.filter(({ task_status }) => task_status === wanted).length
  const counts = { running: inStatus('Running'), queued: inStatus('Queued'), failed: inStatus('Failed') }
  return { ...counts, total: counts.running + counts.queued + counts.failed }
}

/** The fewest moves that bring a task back to where it stood before `made`. */
export function movesBack(
  { current_position: home, total_tasks_of_type: last }: Place,
  made: RepositionAction,
): RepositionAction[] {
  if (made === 'up') return ['down']
  if (made === 'down') return ['up']
  const fromFront = steps('down', home - 1)
  const fromBack = steps('up', last - home)
  const overFront: RepositionAction[] = made === 'front' ? fromFront : ['front', ...fromFront]
  const overBack: RepositionAction[] = made === 'back' ? fromBack : ['back', ...fromBack]
  return overFront.length <= overBack.length ? overFront : overBack
}

function steps(action: RepositionAction, count: number): RepositionAction[] {
  return Array.from({ length: count }, () => action)
}

function isRunning({ running_status }: Progress): boolean {
  return running_status
}
