import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Outcome } from '#contract/field.ts'
import type { RepositionAction, TaskProgress } from '#contract/task.ts'
import { call } from '../lib/call.ts'
import { messageOf } from '../lib/call-error.ts'
import { RUN_TOAST_MS, toast, toastFailure } from '../lib/toast.tsx'
import { patchStates, reloadTasks, type StateChange } from './task-cache.ts'
import { isRunningOrQueued } from './task-status.ts'

const STOP_REFRESH_MS = 1_000

export type TaskActions = ReturnType<typeof createTaskActions>

/** The actions on one task. Each shows its outcome in a toast and never rejects. */
export function createTaskActions(queryClient: QueryClient) {
  const patch = (taskId: number, change: StateChange) => patchStates(queryClient, { taskId, change })

  return {
    /** Queues a run; `isShrinkAllowed` skips the guard that held the last one. */
    async run(id: number, { isShrinkAllowed = false } = {}): Promise<void> {
      try {
        const outcome = await call(api.tasks.execute, { params: { id }, body: { allow_shrink: isShrinkAllowed } })
        showOutcome(outcome)
        if (outcome.status === 'success') {
          patch(id, asStarted)
          void reloadTasks(queryClient)
        }
      } catch (error) {
        showError(error, 'Error executing sync task')
      }
    },

    async stop(id: number): Promise<void> {
      try {
        showOutcome(await call(api.tasks.stop, { params: { id } }))
        patch(id, asStopping)
        setTimeout(() => void reloadTasks(queryClient), STOP_REFRESH_MS)
      } catch (error) {
        showError(error, 'Failed to stop task')
      }
    },

    /** Updates the state optimistically and reverts it if the call fails. */
    async setActive(id: number, isActive: boolean): Promise<void> {
      patch(id, (task) => ({ ...task, is_active: isActive }))
      try {
        const { is_active } = await call(api.tasks.toggleActive, { params: { id }, body: { is_active: isActive } })
        patch(id, (task) => ({ ...task, is_active }))
      } catch (error) {
        patch(id, (task) => ({ ...task, is_active: !isActive }))
        showError(error, 'Error updating task status')
      }
    },

    /** Makes the moves in order and stops at the first that fails; resolves to whether all succeeded. */
    async reposition(id: number, moves: readonly RepositionAction[]): Promise<boolean> {
      try {
        const failure = await moveUntilFailure(id, moves)
        if (failure) showOutcome(failure)
        await reloadTasks(queryClient)
        return failure === undefined
      } catch (error) {
        showError(error, 'Error repositioning task')
        return false
      }
    },

    /** Resolves to whether the task was deleted. */
    async remove(id: number): Promise<boolean> {
      try {
        await call(api.tasks.remove, { params: { id } })
        toast.success('Task deleted')
        await reloadTasks(queryClient)
        return true
      } catch (error) {
        showError(error, 'Error deleting sync task')
        return false
      }
    },
  }
}

async function moveUntilFailure(id: number, moves: readonly RepositionAction[]): Promise<Outcome | undefined> {
  for (const action of moves) {
    const outcome = await call(api.tasks.reposition, { params: { id }, body: { action } })
    if (outcome.status !== 'success') return outcome
  }
  return undefined
}

/** Shows the outcome of an action. */
export function showOutcome({ status, message }: Outcome): void {
  toast[status](message, { timeoutMs: RUN_TOAST_MS })
}

/** Shows the server's error message, or `fallback` if it sent none. */
export function showError(error: unknown, fallback: string): void {
  toastFailure(error, { message: messageOf(error, fallback), timeoutMs: RUN_TOAST_MS })
}

/** A push event may have reported the start of the run already. */
function asStarted<T extends TaskProgress>(task: T): T {
  return task.running_status ? task : { ...task, running_status: true, task_status: 'Queued' }
}

function asStopping<T extends TaskProgress>(task: T): T {
  return {
    ...task,
    running_status: false,
    waiting_for: null,
    ...(isRunningOrQueued(task) && { task_status: 'Stopping' }),
  }
}
