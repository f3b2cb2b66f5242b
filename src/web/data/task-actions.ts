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

/** What can be done with one task. Each tells its outcome by a toast and never rejects. */
export function createTaskActions(queryClient: QueryClient) {
  const patch = (taskId: number, change: StateChange) => patchStates(queryClient, { taskId, change })

  return {
    /** Queues a run; `isShrinkAllowed` passes the guard that held the last one. */
    async run(id: number, { isShrinkAllowed = false } = {}): Promise<void> {
      try {
        const outcome = await call(api.tasks.execute, { params: { id }, body: { allow_shrink: isShrinkAllowed } })
        tell(outcome)
        if (outcome.status === 'success') {
          patch(id, asStarted)
          void reloadTasks(queryClient)
        }
      } catch (error) {
        tellFailure(error, 'Error executing sync task')
      }
    },

    async stop(id: number): Promise<void> {
      try {
        tell(await call(api.tasks.stop, { params: { id } }))
        patch(id, asStopping)
        setTimeout(() => void reloadTasks(queryClient), STOP_REFRESH_MS)
      } catch (error) {
        tellFailure(error, 'Failed to stop task')
      }
    },

    /** Shows the new state at once and takes it back if the server refuses it. */
    async setActive(id: number, isActive: boolean): Promise<void> {
      patch(id, (task) => ({ ...task, is_active: isActive }))
      try {
        const { is_active } = await call(api.tasks.toggleActive, { params: { id }, body: { is_active: isActive } })
        patch(id, (task) => ({ ...task, is_active }))
      } catch (error) {
        patch(id, (task) => ({ ...task, is_active: !isActive }))
        tellFailure(error, 'Error updating task status')
      }
    },

    /** Makes the moves one after the other, up to the first that is refused; resolves to whether all were made. */
    async reposition(id: number, moves: readonly RepositionAction[]): Promise<boolean> {
      try {
        const refusal = await firstRefusal(id, moves)
        if (refusal) tell(refusal)
        await reloadTasks(queryClient)
        return refusal === undefined
      } catch (error) {
        tellFailure(error, 'Error repositioning task')
        return false
      }
    },

    /** Resolves to whether the task is gone. */
    async remove(id: number): Promise<boolean> {
      try {
        await call(api.tasks.remove, { params: { id } })
        toast.success('Task deleted')
        await reloadTasks(queryClient)
        return true
      } catch (error) {
        tellFailure(error, 'Error deleting sync task')
        return false
      }
    },
  }
}

async function firstRefusal(id: number, moves: readonly RepositionAction[]): Promise<Outcome | undefined> {
  for (const action of moves) {
    const outcome = await call(api.tasks.reposition, { params: { id }, body: { action } })
    if (outcome.status !== 'success') return outcome
  }
  return undefined
}

/** Shows what an action answered. */
export function tell({ status, message }: Outcome): void {
  toast[status](message, { timeoutMs: RUN_TOAST_MS })
}

/** Shows the server's sentence about a failure, else `fallback`. */
export function tellFailure(error: unknown, fallback: string): void {
  toastFailure(error, { message: messageOf(error, fallback), timeoutMs: RUN_TOAST_MS })
}

/** A push may have told already that the run has begun. */
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
