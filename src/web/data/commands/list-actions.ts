import type { QueryClient } from '@tanstack/react-query'
import { type ActionKey, actOnce } from '../../lib/action.ts'
import { showError } from '../task-actions.ts'
import type { ListCounts } from './list-rules.ts'

export type ListActions = ReturnType<typeof createListActions>

/** Prefix of the action keys for all tasks. */
export const ALL_TASKS_KEY: ActionKey = ['all-tasks']

/** Keys of the actions on all tasks. */
export const LIST_KEYS = {
  runAll: ['all-tasks', 'run'],
  stopAll: ['all-tasks', 'stop'],
  setAllActive: ['all-tasks', 'set-active'],
  resetStatus: ['all-tasks', 'reset-status'],
  removeAll: ['all-tasks', 'remove'],
} as const satisfies Record<string, ActionKey>

/** Keys of the actions on a group. */
export const groupKeys = (typeId: number) =>
  ({ run: ['group', typeId, 'run'], stop: ['group', typeId, 'stop'] }) satisfies Record<string, ActionKey>

/**
 * Actions on a group of tasks or on all tasks. Their code loads with the first action. Each action shows its outcome in a toast
 * and never rejects. An action in progress does not start again.
 */
export function createListActions(queryClient: QueryClient) {
  const act = (key: ActionKey, action: (list: typeof import('./act-on-list.ts')) => Promise<void>) =>
    actOnce(queryClient, key, () =>
      import('./act-on-list.ts').then(action).catch((error: unknown) => showError(error, 'Something went wrong.')),
    )
  return {
    runGroup: (typeId: number) => act(groupKeys(typeId).run, ({ runGroup }) => runGroup(queryClient, typeId)),
    stopGroup: (typeId: number) => act(groupKeys(typeId).stop, ({ stopGroup }) => stopGroup(queryClient, typeId)),
    runAll: () => act(LIST_KEYS.runAll, ({ runAll }) => runAll(queryClient)),
    stopAll: () => act(LIST_KEYS.stopAll, ({ stopAll }) => stopAll(queryClient)),
    setAllActive: (toggle: { isActive: boolean; counts: ListCounts }) =>
      act(LIST_KEYS.setAllActive, async () => (await import('./set-all-active.ts')).setAllActive(queryClient, toggle)),
    resetStatus: () => act(LIST_KEYS.resetStatus, ({ resetStatus }) => resetStatus(queryClient)),
    removeAll: () => act(LIST_KEYS.removeAll, ({ removeAll }) => removeAll(queryClient)),
  }
}
