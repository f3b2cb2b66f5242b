import type { PositionActions } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import { countOf } from '#domain/count-of.ts'
import { isStoppable } from '../../../data/task-status.ts'
import { formatCount } from '../../../lib/format.ts'

/** Messages for failed actions without a message from the server. */
export const FAILURES = {
  runGroup: 'Failed to run group',
  runAll: 'Error executing all tasks',
  stop: 'Failed to stop tasks',
  setAllActive: 'Failed to toggle active status for all tasks',
  resetStatus: 'Failed to reset task statuses',
  removeAll: 'Failed to delete all tasks',
}

type Progress = Pick<TaskProgress, 'running_status' | 'task_status'>

type Position = Pick<PositionActions, 'current_position' | 'total_tasks_of_type'>

/** The facts that the actions on all tasks depend on. */
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

/** How many tasks there are, and how many of them match the filter. */
export interface ListCounts {
  total: number
  matching: number
}

interface ToggledAll extends ListCounts {
  isActive: boolean
  /** How many runs of the tasks that changed the schedules hold for tonight. */
  runsTonight: number
}

/** '1,000 tasks are inactive, 994 of them hidden by filters; 134 runs tonight will not happen.' */
export function describeToggle({ isActive, total, matching, runsTonight }: ToggledAll): string {
  const hidden = total - matching
  const state = `${countOf(total, 'task')} ${total === 1 ? 'is' : 'are'} ${isActive ? 'active' : 'inactive'}`
  const hiddenPart = hidden > 0 ? `, ${formatCount(hidden)} of them hidden by filters` : ''
  const runs = countOf(runsTonight, 'run')
  const runsPart = runsTonight === 0 ? '' : `; ${runs} tonight will ${isActive ? '' : 'not '}happen`
  return `${state}${hiddenPart}${runsPart}.`
}

/** Says that Toggle All also acts on the tasks that a filter hides; undefined while none does. */
export function toggleAllNote({ total, matching }: ListCounts): string | undefined {
  if (matching >= total) return undefined
  return `Acts on all ${countOf(total, 'task')}, also on the ${formatCount(total - matching)} hidden by filters`
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

/** The number of tasks that Stop All would stop, by status. */
export function countStoppable(tasks: readonly Progress[]) {
  const inStatus = (status: string) => tasks.filter(({ task_status }) => task_status === status).length
  const counts = { running: inStatus('Running'), queued: inStatus('Queued'), failed: inStatus('Failed') }
  return { ...counts, total: counts.running + counts.queued + counts.failed }
}

/** The number of tasks that Reset Status may concern. */
export function countInProgress(tasks: readonly Progress[]): number {
  return tasks.filter(isRunning).length
}

/** The fewest moves that undo `action`, given the position before it; none if that is unknown. */
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

function isRunning({ running_status }: Progress): boolean {
  return running_status
}
