import type { TaskProgress } from '#contract/task-progress.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../../lib/format.ts'
import { isStoppable } from '../task-status.ts'

type Progress = Pick<TaskProgress, 'running_status' | 'task_status'>

/** State that decides which actions on all tasks are blocked. */
export interface ListState {
  /** All tasks, on all pages. */
  tasks: readonly Progress[]
  isAllRunning: boolean
}

/** Toggle All activates when at most half of the tasks are active. */
export function toggleAllTarget(tasks: readonly { is_active: boolean }[]): boolean {
  const active = tasks.filter(({ is_active }) => is_active).length
  return active <= tasks.length / 2
}

/** Number of all tasks, and of the tasks that match the filter. */
export interface ListCounts {
  total: number
  matching: number
}

/** Explains that Toggle All also acts on tasks hidden by a filter; undefined if no task is hidden. */
export function toggleAllNote({ total, matching }: ListCounts): string | undefined {
  if (matching >= total) return undefined
  return `Acts on all ${pluralize(total, 'task')}, also on the ${formatCount(total - matching)} hidden by filters`
}

/** Why Run All is blocked; undefined if it is not. */
export function runAllBlockedReason({ tasks, isAllRunning }: ListState): string | undefined {
  if (tasks.length === 0) return 'No tasks available'
  return isAllRunning || tasks.some(isRunning) ? 'Tasks are already running' : undefined
}

/** Why Stop All is blocked; undefined if it is not. */
export function stopAllBlockedReason({ tasks }: ListState): string | undefined {
  return tasks.some(isStoppable) ? undefined : 'No running or queued tasks to stop'
}

/** Why Delete All is blocked; undefined if it is not. */
export function deleteAllBlockedReason({ tasks }: ListState): string | undefined {
  if (tasks.length === 0) return 'No tasks to delete'
  return tasks.some(isRunning) ? 'Cannot delete while tasks are running' : undefined
}

/** Why Toggle All and Reset Status are blocked; undefined if they are not. */
export function emptyListReason({ tasks }: ListState): string | undefined {
  return tasks.length === 0 ? 'No tasks available' : undefined
}

/** Counts the tasks whose status Reset Status may change. */
export function countInProgress(tasks: readonly Progress[]): number {
  return tasks.filter(isRunning).length
}

function isRunning({ running_status }: Progress): boolean {
  return running_status
}
