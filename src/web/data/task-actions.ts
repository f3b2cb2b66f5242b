import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SeenOutcome } from '#contract/field.ts'
import type { RepositionAction } from '#contract/task-routes.ts'
import { type ActionKey, actOnce } from '../lib/action.ts'
import { call } from '../lib/call.ts'
import { readMessage } from '../lib/call-error.ts'
import { readLater } from '../lib/read-schedule.ts'
import { RUN_TOAST_MS, toast, toastFailure } from '../lib/toast.tsx'
import { findLiveState } from './live-state.ts'
import { keepStates, patchStates, reloadTasks, type StateChange, TASK_READS } from './task-cache.ts'
import { asStarted, asStopping } from './task-status.ts'

const STOP_REFRESH_MS = 1_000
const TOGGLE_LOCK_MS = 500
/** Key of every move: only a single task can move at a time. */
export const MOVE_KEY: ActionKey = ['move']

/** Prefix of the action keys of a task; a `TaskAction` follows it. */
export function taskKey(id: number): ActionKey {
  return ['task', id]
}

/** The actions on a task that its card shows as pending. */
export type TaskAction =
  | 'run'
  | 'stop'
  | 'preview'
  | 'set-active'
  | 'toggle-lock'
  | 'remove'
  | `move-${RepositionAction}`
const RUN_FAILED = 'Error executing sync task'
const STOP_FAILED = 'Failed to stop task'
const MOVE_FAILED = 'Error repositioning task'

export type TaskActions = ReturnType<typeof createTaskActions>

/**
 * Creates the actions on a task. Each action shows its outcome in a toast and never rejects. An action in progress does not
 * start a second time for the same task.
 */
export function createTaskActions(queryClient: QueryClient) {
  const actions = unguardedActions(queryClient)
  const once = <T>(id: number, name: TaskAction, action: () => Promise<T>) =>
    actOnce(queryClient, [...taskKey(id), name], action)

  return {
    run: (id: number) => once(id, 'run', () => actions.run(id)),
    stop: (id: number) => once(id, 'stop', () => actions.stop(id)),
    remove: (id: number) => once(id, 'remove', () => actions.remove(id)),

    /** Activates or deactivates a task. The switch stays locked for half a second after each call. */
    async setActive(id: number, isActive: boolean): Promise<void> {
      if (queryClient.isMutating({ mutationKey: [...taskKey(id), 'toggle-lock'] }) > 0) return
      const lock = () => sleep(TOGGLE_LOCK_MS)
      await once(id, 'set-active', () => actions.setActive(id, isActive).then(() => void once(id, 'toggle-lock', lock)))
    },

    /** Makes the moves in order and stops at the first failure; resolves to whether all succeeded. */
    async reposition(id: number, moves: readonly RepositionAction[]): Promise<boolean> {
      const [first] = moves
      if (first === undefined) return true
      const move = () => once(id, `move-${first}`, () => actions.reposition(id, moves))
      return (await actOnce(queryClient, MOVE_KEY, move)) ?? false
    },
  }
}

function unguardedActions(queryClient: QueryClient) {
  const patch = (taskId: number, change: StateChange) => patchStates(queryClient, { taskId, change })

  return {
    async run(id: number): Promise<void> {
      try {
        const outcome = await call(api.tasks.execute, { params: { id }, body: { allow_shrink: false } })
        showOutcome(outcome, { done: 'Task started', failed: RUN_FAILED })
        if (outcome.status === 'success') {
          patch(id, asStarted)
          void reloadTasks(queryClient)
        }
      } catch (error) {
        showError(error, RUN_FAILED)
      }
    },

    async stop(id: number): Promise<void> {
      try {
        showOutcome(await call(api.tasks.stop, { params: { id } }), { done: 'Task stopped', failed: STOP_FAILED })
        patch(id, asStopping)
        readLater(queryClient, TASK_READS, STOP_REFRESH_MS)
      } catch (error) {
        showError(error, STOP_FAILED)
      }
    },

    /** Updates the state optimistically, and reverts it if the call fails. */
    async setActive(id: number, isActive: boolean): Promise<void> {
      const release = keepStates(queryClient, { taskId: id, change: (task) => ({ ...task, is_active: isActive }) })
      const called = call(api.tasks.toggleActive, { params: { id }, body: { is_active: isActive } })
      try {
        const { is_active } = await called.finally(release)
        if (is_active !== undefined) patch(id, (task) => ({ ...task, is_active }))
      } catch (error) {
        patch(id, (task) => ({ ...task, is_active: !isActive }))
        showError(error, 'Error updating task status')
      }
    },

    async reposition(id: number, moves: readonly RepositionAction[]): Promise<boolean> {
      try {
        const failure = await moveUntilFailure(id, moves)
        if (failure) showOutcome(failure, { done: MOVE_FAILED, failed: MOVE_FAILED })
        const reloaded = reloadTasks(queryClient)
        // If a pushed event moves the card, the next move does not have to wait for the list.
        if (findLiveState(queryClient).position === undefined) await reloaded
        return failure === undefined
      } catch (error) {
        showError(error, MOVE_FAILED)
        return false
      }
    },

    /** Resolves to whether the task was deleted. */
    async remove(id: number): Promise<boolean> {
      try {
        const removed = call(api.tasks.remove, { params: { id } })
        const [{ showDeleted }] = await Promise.all([import('./show-deleted.ts'), removed])
        showDeleted(queryClient, {
          message: 'Task deleted',
          restore: ({ restoreTasks }) => restoreTasks([id]),
          timeoutMs: RUN_TOAST_MS,
        })
        await reloadTasks(queryClient)
        return true
      } catch (error) {
        showError(error, 'Error deleting sync task')
        return false
      }
    },
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function moveUntilFailure(id: number, moves: readonly RepositionAction[]): Promise<SeenOutcome | undefined> {
  for (const action of moves) {
    const outcome = await call(api.tasks.reposition, { params: { id }, body: { action } })
    if (outcome.status !== 'success') return outcome
  }
  return undefined
}

/** Shows the outcome of an action: the server's message, or our own if it sent none. */
export function showOutcome({ status, message }: SeenOutcome, own: { done: string; failed: string }): void {
  const isDone = status === 'success' || status === 'info'
  toast[status](message || (isDone ? own.done : own.failed), { timeoutMs: RUN_TOAST_MS })
}

/** Shows the server's error message, or `fallback` if it sent none. */
export function showError(error: unknown, fallback: string): void {
  toastFailure(error, { message: readMessage(error, fallback), timeoutMs: RUN_TOAST_MS })
}
