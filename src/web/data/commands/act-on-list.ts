import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { pluralize } from '#domain/pluralize.ts'
import { call } from '../../lib/call.ts'
import { RUN_TOAST_MS, toast } from '../../lib/toast.tsx'
import { showDeleted } from '../show-deleted.ts'
import { showError, showOutcome } from '../task-actions.ts'
import { markAllRunning, reloadTasks } from '../task-cache.ts'

/** Messages for failures that the server does not explain. */
export const FAILURES = {
  runGroup: 'Failed to run group',
  runAll: 'Error executing all tasks',
  stop: 'Failed to stop tasks',
  setAllActive: 'Failed to toggle active status for all tasks',
  resetStatus: 'Failed to reset task statuses',
  removeAll: 'Failed to delete all tasks',
}

/** Wraps an action so that it shows its failure instead of throwing. */
export function showingFailure<Input extends unknown[]>(failure: string, act: (...input: Input) => Promise<void>) {
  return (...input: Input) => act(...input).catch((error: unknown) => showError(error, failure))
}

export const runGroup = showingFailure(FAILURES.runGroup, async (queryClient: QueryClient, typeId: number) => {
  const id = knownTypeId(typeId)
  if (id === undefined) return
  const outcome = await call(api.taskTypes.runGroup, { params: { id } })
  showOutcome(outcome, { done: 'Group started', failed: FAILURES.runGroup })
  void reloadTasks(queryClient)
})

export const stopGroup = showingFailure(FAILURES.stop, async (queryClient: QueryClient, typeId: number) => {
  const id = knownTypeId(typeId)
  if (id === undefined) return
  const outcome = await call(api.taskTypes.stopGroup, { params: { id } })
  showOutcome(outcome, { done: 'Group stopped', failed: FAILURES.stop })
  void reloadTasks(queryClient)
})

function knownTypeId(typeId: number): number | undefined {
  const id = typeIdForAction(typeId)
  if (id === undefined) toast.error('Cannot determine correct type for group action.')
  return id
}

export const runAll = showingFailure(FAILURES.runAll, async (queryClient: QueryClient) => {
  const outcome = await call(api.tasks.executeAll)
  showOutcome(outcome, { done: 'All tasks started', failed: FAILURES.runAll })
  if (outcome.status === 'success') markAllRunning(queryClient)
  void reloadTasks(queryClient)
})

export const stopAll = showingFailure(FAILURES.stop, async (queryClient: QueryClient) => {
  showOutcome(await call(api.tasks.stopAll), { done: 'All tasks stopped', failed: FAILURES.stop })
  await reloadTasks(queryClient)
})

export const resetStatus = showingFailure(FAILURES.resetStatus, async (queryClient: QueryClient) => {
  const { reset_count: count } = await call(api.tasks.resetRunningStatus)
  if (count === 0) toast.info('No tasks needed to be reset.')
  else toast.success(`Reset ${pluralize(count, 'task')}.`)
  await reloadTasks(queryClient)
})

export const removeAll = showingFailure(FAILURES.removeAll, async (queryClient: QueryClient) => {
  await call(api.tasks.removeAll)
  showDeleted(queryClient, {
    message: 'All tasks deleted',
    restore: ({ restoreNewest }) => restoreNewest(({ kind }) => kind === 'all_tasks'),
    timeoutMs: RUN_TOAST_MS,
  })
  await reloadTasks(queryClient)
})

/** The type id for a group action, or undefined if it is invalid. */
export function typeIdForAction(typeId: number): number | undefined {
  return Number.isInteger(typeId) && typeId > 0 ? typeId : undefined
}
