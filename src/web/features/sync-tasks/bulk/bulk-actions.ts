import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Outcome } from '#contract/field.ts'
import type { Task } from '#contract/task.ts'
import { reloadTasks } from '../../../data/task-cache.ts'
import { taskTitle } from '../../../data/task-title.ts'
import { call } from '../../../lib/call.ts'
import { isUnauthenticated } from '../../../lib/call-error.ts'
import { RUN_TOAST_MS, toast } from '../../../lib/toast.tsx'
import { actOnEach, bulkSummary } from './bulk.ts'

export type BulkKind = 'run' | 'stop' | 'activate' | 'deactivate' | 'delete'

interface BulkAction {
  verb: string
  act: (task: Task) => Promise<string | undefined>
}

const ACTIONS: Record<BulkKind, BulkAction> = {
  run: {
    verb: 'Queued',
    act: async ({ id }) => refusalIn(await call(api.tasks.execute, { params: { id }, body: { allow_shrink: false } })),
  },
  stop: { verb: 'Stopped', act: async ({ id }) => refusalIn(await call(api.tasks.stop, { params: { id } })) },
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

/**
 * Does the same to several tasks, by the calls that do it to one, and tells the outcome by a toast. Resolves to the ids of
 * those that it was done to.
 */
export async function actOnTasks(
  queryClient: QueryClient,
  { kind, tasks, onProgress }: { kind: BulkKind; tasks: readonly Task[]; onProgress: (settled: number) => void },
): Promise<number[]> {
  const { verb, act } = ACTIONS[kind]
  const items = tasks.map((task) => ({ id: task.id, title: taskTitle(task), task }))
  let isSignedOut = false
  const noteSignOut = (error: unknown) => {
    isSignedOut ||= isUnauthenticated(error)
    throw error
  }
  const outcome = await actOnEach({ items, act: ({ task }) => act(task).catch(noteSignOut), onProgress })
  const show = outcome.refusals.length === 0 ? toast.success : toast.warning
  // The sign-in dialog has the word then.
  if (!isSignedOut) show(bulkSummary(verb, outcome), { timeoutMs: RUN_TOAST_MS })
  await reloadTasks(queryClient)
  return outcome.doneIds
}

async function setActive(id: number, isActive: boolean): Promise<undefined> {
  await call(api.tasks.toggleActive, { params: { id }, body: { is_active: isActive } })
  return undefined
}

function refusalIn({ status, message }: Outcome): string | undefined {
  return status === 'success' ? undefined : message
}
