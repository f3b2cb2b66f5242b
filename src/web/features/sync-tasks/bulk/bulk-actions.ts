import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SeenOutcome } from '#contract/field.ts'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { reloadTasks } from '../../../data/task-cache.ts'
import { restoreTasks, showDeleted } from '../../../data/trash.ts'
import { call } from '../../../lib/call.ts'
import { isUnauthenticated } from '../../../lib/call-error.ts'
import { RUN_TOAST_MS, toast } from '../../../lib/toast.tsx'
import { actOnEach, bulkSummary } from './act-on-each.ts'

export type BulkKind = 'run' | 'stop' | 'activate' | 'deactivate' | 'delete'

interface BulkAction {
  verb: string
  act: (task: Task) => Promise<string | undefined>
}

const ACTIONS: Record<BulkKind, BulkAction> = {
  run: {
    verb: 'Queued',
    act: async ({ id }) => failureOf(await call(api.tasks.execute, { params: { id }, body: { allow_shrink: false } })),
  },
  stop: { verb: 'Stopped', act: async ({ id }) => failureOf(await call(api.tasks.stop, { params: { id } })) },
  activate: { verb: 'Activated', act: ({ id }) => setActive(id, true) },
  deactivate: { verb: 'Deactivated', act: ({ id }) => setActive(id, false) },
  delete: {
    verb: 'Deleted',
    act: async ({ id }) => {
      await call(api.tasks.remove, { params: { id } })
      return undefined
    },
  },
}

/** Performs an action on several tasks, one call per task, and shows a summary in a toast. Resolves to the ids that succeeded. */
export async function actOnTasks(
  queryClient: QueryClient,
  { kind, tasks, onProgress }: { kind: BulkKind; tasks: readonly Task[]; onProgress: (settled: number) => void },
): Promise<number[]> {
  const { verb, act } = ACTIONS[kind]
  const items = tasks.map((task) => ({ id: task.id, title: taskName(task), task }))
  let isSignedOut = false
  const detectSignOut = (error: unknown) => {
    isSignedOut ||= isUnauthenticated(error)
    throw error
  }
  const outcome = await actOnEach({ items, act: ({ task }) => act(task).catch(detectSignOut), onProgress })
  // When signed out, the sign-in dialog is open and a toast would only distract.
  if (!isSignedOut) {
    const message = bulkSummary(verb, outcome)
    if (outcome.failures.length > 0) toast.warning(message, { timeoutMs: RUN_TOAST_MS })
    else if (kind === 'delete')
      showDeleted(queryClient, { message, restore: restoreTasks(outcome.doneIds), timeoutMs: RUN_TOAST_MS })
    else toast.success(message, { timeoutMs: RUN_TOAST_MS })
  }
  await reloadTasks(queryClient)
  return outcome.doneIds
}

async function setActive(id: number, isActive: boolean): Promise<undefined> {
  await call(api.tasks.toggleActive, { params: { id }, body: { is_active: isActive } })
  return undefined
}

function failureOf({ status, message }: SeenOutcome): string | undefined {
  return status === 'success' || status === 'info' ? undefined : message || 'not done.'
}
