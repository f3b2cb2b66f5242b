import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { countOf } from '#domain/count-of.ts'
import { showError, showOutcome } from '../../../data/task-actions.ts'
import { markAllRunning, reloadTasks } from '../../../data/task-cache.ts'
import { call } from '../../../lib/call.ts'
import { toast } from '../../../lib/toast.tsx'
import { typeIdForAction } from './task-groups.ts'

export type ListActions = ReturnType<typeof createListActions>

/** The actions on a group of tasks or on all tasks. Each shows its outcome in a toast and never rejects. */
export function createListActions(queryClient: QueryClient) {
  return { ...groupActions(queryClient), ...wholeListActions(queryClient) }
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
