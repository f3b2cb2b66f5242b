import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { countOf } from '#domain/count-of.ts'
import { showDeleted } from '../../../data/show-deleted.ts'
import { showOutcome } from '../../../data/task-actions.ts'
import { markAllRunning, reloadTasks } from '../../../data/task-cache.ts'
import { call } from '../../../lib/call.ts'
import { RUN_TOAST_MS, toast } from '../../../lib/toast.tsx'
import { FAILURES } from './list-rules.ts'
import { typeIdForAction } from './task-groups.ts'

export async function runGroup(queryClient: QueryClient, typeId: number): Promise<void> {
  const id = knownTypeId(typeId)
  if (id === undefined) return
  const outcome = await call(api.taskTypes.runGroup, { params: { id } })
  showOutcome(outcome, { done: 'Group started', failed: FAILURES.runGroup })
  void reloadTasks(queryClient)
}

export async function stopGroup(queryClient: QueryClient, typeId: number): Promise<void> {
  const id = knownTypeId(typeId)
  if (id === undefined) return
  const outcome = await call(api.taskTypes.stopGroup, { params: { id } })
  showOutcome(outcome, { done: 'Group stopped', failed: FAILURES.stop })
  void reloadTasks(queryClient)
}

function knownTypeId(typeId: number): number | undefined {
  const id = typeIdForAction(typeId)
  if (id === undefined) toast.error('Cannot determine correct type for group action.')
  return id
}

export async function runAll(queryClient: QueryClient): Promise<void> {
  const outcome = await call(api.tasks.executeAll)
  showOutcome(outcome, { done: 'All tasks started', failed: FAILURES.runAll })
  if (outcome.status === 'success') markAllRunning(queryClient)
  void reloadTasks(queryClient)
}

export async function stopAll(queryClient: QueryClient): Promise<void> {
  showOutcome(await call(api.tasks.stopAll), { done: 'All tasks stopped', failed: FAILURES.stop })
  await reloadTasks(queryClient)
}

export async function resetStatus(queryClient: QueryClient): Promise<void> {
  const { reset_count: count } = await call(api.tasks.resetRunningStatus)
  if (count === 0) toast.info('No tasks needed to be reset.')
  else toast.success(`Reset ${countOf(count, 'task')}.`)
  await reloadTasks(queryClient)
}

export async function removeAll(queryClient: QueryClient): Promise<void> {
  await call(api.tasks.removeAll)
  showDeleted(queryClient, {
    message: 'All tasks deleted',
    restore: ({ restoreNewest }) => restoreNewest(({ kind }) => kind === 'all_tasks'),
    timeoutMs: RUN_TOAST_MS,
  })
  await reloadTasks(queryClient)
}
