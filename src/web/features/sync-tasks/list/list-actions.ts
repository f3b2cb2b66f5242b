import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { countOf } from '#domain/count-of.ts'
import { showError, showOutcome } from '../../../data/task-actions.ts'
import { markAllRunning, reloadTasks } from '../../../data/task-cache.ts'
import { type ActionKey, actOnce } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { toast } from '../../../lib/toast.tsx'
import { typeIdForAction } from './task-groups.ts'

export type ListActions = ReturnType<typeof createListActions>

/** The key of each action on all tasks. */
export const LIST_KEYS = {
  runAll: ['all-tasks', 'run'],
  stopAll: ['all-tasks', 'stop'],
  setAllActive: ['all-tasks', 'set-active'],
  resetStatus: ['all-tasks', 'reset-status'],
  removeAll: ['all-tasks', 'remove'],
} satisfies Record<string, ActionKey>

/** The keys of the actions on one group. */
export const groupKeys = (typeId: number) =>
  ({ run: ['group', typeId, 'run'], stop: ['group', typeId, 'stop'] }) satisfies Record<string, ActionKey>

/**
 * The actions on a group of tasks or on all tasks. Each shows its outcome in a toast and never rejects. One that is in
 * progress is not started again.
 */
export function createListActions(queryClient: QueryClient) {
  const group = groupActions(queryClient)
  const all = wholeListActions(queryClient)
  return {
    runGroup: (typeId: number) => actOnce(queryClient, groupKeys(typeId).run, () => group.runGroup(typeId)),
    stopGroup: (typeId: number) => actOnce(queryClient, groupKeys(typeId).stop, () => group.stopGroup(typeId)),
    runAll: () => actOnce(queryClient, LIST_KEYS.runAll, all.runAll),
    stopAll: () => actOnce(queryClient, LIST_KEYS.stopAll, all.stopAll),
    setAllActive: (isActive: boolean) => actOnce(queryClient, LIST_KEYS.setAllActive, () => all.setAllActive(isActive)),
    resetStatus: () => actOnce(queryClient, LIST_KEYS.resetStatus, all.resetStatus),
    removeAll: () => actOnce(queryClient, LIST_KEYS.removeAll, all.removeAll),
  }
}

function groupActions(queryClient: QueryClient) {
  async function callGroupRoute(route: typeof api.taskTypes.runGroup | typeof api.taskTypes.stopGroup, typeId: number) {
    const id = typeIdForAction(typeId)
    if (id === undefined) {
      toast.error('Cannot determine correct type for group action.')
      return
    }
    try {
      showOutcome(await call(route, { params: { id } }))
      void reloadTasks(queryClient)
    } catch (error) {
      showError(error, route === api.taskTypes.runGroup ? 'Failed to run group' : 'Failed to stop tasks')
    }
  }
  return {
    runGroup: (typeId: number) => callGroupRoute(api.taskTypes.runGroup, typeId),
    stopGroup: (typeId: number) => callGroupRoute(api.taskTypes.stopGroup, typeId),
  }
}

function wholeListActions(queryClient: QueryClient) {
  return {
    async runAll(): Promise<void> {
      try {
        const outcome = await call(api.tasks.executeAll)
        showOutcome(outcome)
        if (outcome.status === 'success') markAllRunning(queryClient)
        void reloadTasks(queryClient)
      } catch (error) {
        showError(error, 'Error executing all tasks')
      }
    },

    async stopAll(): Promise<void> {
      try {
        showOutcome(await call(api.tasks.stopAll))
        await reloadTasks(queryClient)
      } catch (error) {
        showError(error, 'Failed to stop tasks')
      }
    },

    async setAllActive(isActive: boolean): Promise<void> {
      try {
        const { status, message } = await call(api.tasks.toggleAllActive, { body: { target_state: isActive } })
        toast[status](message)
        await reloadTasks(queryClient)
      } catch (error) {
        showError(error, 'Failed to toggle active status for all tasks')
      }
    },

    async resetStatus(): Promise<void> {
      try {
        const { reset_count: count } = await call(api.tasks.resetRunningStatus)
        if (count === 0) toast.info('No tasks needed to be reset.')
        else toast.success(`Reset ${countOf(count, 'task')}.`)
        await reloadTasks(queryClient)
      } catch (error) {
        showError(error, 'Failed to reset task statuses')
      }
    },

    async removeAll(): Promise<void> {
      try {
        await call(api.tasks.removeAll)
        toast.success('All tasks deleted')
        await reloadTasks(queryClient)
      } catch (error) {
        showError(error, 'Failed to delete all tasks')
      }
    },
  }
}
