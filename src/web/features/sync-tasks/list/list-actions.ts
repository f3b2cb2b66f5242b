import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { countOf } from '#domain/count-of.ts'
import { showDeleted } from '../../../data/show-deleted.ts'
import { showError, showOutcome } from '../../../data/task-actions.ts'
import { markAllRunning, reloadTasks } from '../../../data/task-cache.ts'
import { type ActionKey, actOnce } from '../../../lib/action.ts'
import { call } from '../../../lib/call.ts'
import { RUN_TOAST_MS, toast } from '../../../lib/toast.tsx'
import { TOGGLE_FAILED } from './list-rules.ts'
import type { setAllActive } from './set-all-active.ts'
import { typeIdForAction } from './task-groups.ts'

const RUN_ALL_FAILED = 'Error executing all tasks'
const STOP_FAILED = 'Failed to stop tasks'

type AllActive = Parameters<typeof setAllActive>[1]

export type ListActions = ReturnType<typeof createListActions>

/** The keys of the actions on all tasks start with this. */
export const ALL_TASKS_KEY: ActionKey = ['all-tasks']

/** The key of each action on all tasks. */
export const LIST_KEYS = {
  runAll: ['all-tasks', 'run'],
  stopAll: ['all-tasks', 'stop'],
  setAllActive: ['all-tasks', 'set-active'],
  resetStatus: ['all-tasks', 'reset-status'],
  removeAll: ['all-tasks', 'remove'],
} as const satisfies Record<string, ActionKey>

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
    setAllActive: (toggle: AllActive) => actOnce(queryClient, LIST_KEYS.setAllActive, () => all.setAllActive(toggle)),
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
    const texts =
      route === api.taskTypes.runGroup
        ? { done: 'Group started', failed: 'Failed to run group' }
        : { done: 'Group stopped', failed: STOP_FAILED }
    try {
      showOutcome(await call(route, { params: { id } }), texts)
      void reloadTasks(queryClient)
    } catch (error) {
      showError(error, texts.failed)
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
        showOutcome(outcome, { done: 'All tasks started', failed: RUN_ALL_FAILED })
        if (outcome.status === 'success') markAllRunning(queryClient)
        void reloadTasks(queryClient)
      } catch (error) {
        showError(error, RUN_ALL_FAILED)
      }
    },

    async stopAll(): Promise<void> {
      try {
        showOutcome(await call(api.tasks.stopAll), { done: 'All tasks stopped', failed: STOP_FAILED })
        await reloadTasks(queryClient)
      } catch (error) {
        showError(error, STOP_FAILED)
      }
    },

    async setAllActive(toggle: AllActive): Promise<void> {
      try {
        const { setAllActive, offerUndoOfToggle } = await import('./set-all-active.ts')
        offerUndoOfToggle(queryClient, await setAllActive(queryClient, toggle))
        await reloadTasks(queryClient)
      } catch (error) {
        showError(error, TOGGLE_FAILED)
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
        showDeleted(queryClient, {
          message: 'All tasks deleted',
          restore: ({ restoreNewest }) => restoreNewest(({ kind }) => kind === 'all_tasks'),
          timeoutMs: RUN_TOAST_MS,
        })
        await reloadTasks(queryClient)
      } catch (error) {
        showError(error, 'Failed to delete all tasks')
      }
    },
  }
}
