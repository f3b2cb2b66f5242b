import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SeenOutcome } from '#contract/field.ts'
import type { SelectionOutcome } from '#contract/selected-tasks.ts'
import type { Task } from '#contract/task.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { call } from '../../lib/call.ts'
import { isUnauthenticated, readStatus } from '../../lib/call-error.ts'
import { RUN_TOAST_MS, toast } from '../../lib/toast.tsx'
import { showDeleted } from '../show-deleted.ts'
import { reloadTasks } from '../task-cache.ts'
import { actOnEach, type BulkOutcome, bulkSummary, formatCallError } from './act-on-each.ts'
import type { SelectionCommandId } from './task-commands.ts'

/** Commands that act on the selected tasks directly. A preview opens a page instead. */
export type BulkKind = Exclude<SelectionCommandId, 'preview'>

interface SelectionCommand {
  verb: string
  /** Acts on all tasks in a single call, which other servers may lack. */
  actOnAll: (taskIds: number[]) => Promise<SelectionOutcome>
  act: (task: Task) => Promise<string | undefined>
}

const SELECTION_COMMANDS: Record<BulkKind, SelectionCommand> = {
  run: {
    verb: 'Queued',
    actOnAll: (task_ids) => call(api.selectedTasks.execute, { body: { task_ids } }),
    act: async ({ id }) =>
      findFailure(await call(api.tasks.execute, { params: { id }, body: { allow_shrink: false } })),
  },
  stop: {
    verb: 'Stopped',
    actOnAll: (task_ids) => call(api.selectedTasks.stop, { body: { task_ids } }),
    act: async ({ id }) => findFailure(await call(api.tasks.stop, { params: { id } })),
  },
  activate: {
    verb: 'Activated',
    actOnAll: (taskIds) => setAllActive(taskIds, true),
    act: ({ id }) => setActive(id, true),
  },
  deactivate: {
    verb: 'Deactivated',
    actOnAll: (taskIds) => setAllActive(taskIds, false),
    act: ({ id }) => setActive(id, false),
  },
  delete: {
    verb: 'Deleted',
    actOnAll: (task_ids) => call(api.selectedTasks.remove, { body: { task_ids } }),
    act: async ({ id }) => {
      await call(api.tasks.remove, { params: { id } })
      return undefined
    },
  },
}

/** Kinds in the order of their buttons. */
export const BULK_KINDS = Object.keys(SELECTION_COMMANDS) as readonly BulkKind[]

interface BulkOptions {
  kind: BulkKind
  tasks: readonly Task[]
  /** Whether the server is ours, so that a single call can act on all tasks. */
  hasExtraCalls: boolean
  onProgress: (settled: number) => void
}

/**
 * Performs an action on several tasks and shows a summary in a toast. It makes a single call, or a call for each task on a
 * server without the bulk call. Resolves to the ids that succeeded.
 */
export async function actOnTasks(queryClient: QueryClient, options: BulkOptions): Promise<number[]> {
  const { kind, hasExtraCalls } = options
  const outcome = (hasExtraCalls ? await actAtOnce(options) : undefined) ?? (await actOneByOne(options))
  // After a 401, the sign-in dialog is open, and a toast would only distract.
  if (!outcome.isSignedOut) {
    const message = bulkSummary(SELECTION_COMMANDS[kind].verb, outcome)
    if (outcome.failures.length > 0) toast.warning(message, { timeoutMs: RUN_TOAST_MS })
    else if (kind === 'delete')
      showDeleted(queryClient, {
        message,
        restore: ({ restoreTasks }) => restoreTasks(outcome.doneIds),
        timeoutMs: RUN_TOAST_MS,
      })
    else toast.success(message, { timeoutMs: RUN_TOAST_MS })
  }
  await reloadTasks(queryClient)
  return outcome.doneIds
}

const buildTitle = (task: Task) => withTypeName(taskName(task), task.task_type.name)

type Result = BulkOutcome & { isSignedOut: boolean }

/** Acts on all tasks in a single call. Resolves to undefined if the server does not have the call. */
async function actAtOnce({ kind, tasks }: BulkOptions): Promise<Result | undefined> {
  const titles = new Map(tasks.map((task) => [task.id, buildTitle(task)]))
  try {
    const { done_ids: doneIds, refused } = await SELECTION_COMMANDS[kind].actOnAll([...titles.keys()])
    const failures = refused.map(({ task_id, reason }) => `${titles.get(task_id)}: ${reason}`)
    return { doneIds, failures, isSignedOut: false }
  } catch (error) {
    if (readStatus(error) === 404) return undefined
    const failures = [...titles.values()].map((title) => `${title}: ${formatCallError(error)}`)
    return { doneIds: [], failures, isSignedOut: isUnauthenticated(error) }
  }
}

async function actOneByOne({ kind, tasks, onProgress }: BulkOptions): Promise<Result> {
  const items = tasks.map((task) => ({ id: task.id, title: buildTitle(task), task }))
  let isSignedOut = false
  const detectSignOut = (error: unknown) => {
    isSignedOut ||= isUnauthenticated(error)
    throw error
  }
  const act = ({ task }: { task: Task }) => SELECTION_COMMANDS[kind].act(task).catch(detectSignOut)
  const outcome = await actOnEach({ items, act, onProgress })
  return { ...outcome, isSignedOut }
}

async function setAllActive(taskIds: number[], isActive: boolean): Promise<SelectionOutcome> {
  await call(api.tasks.toggleAllActive, { body: { target_state: isActive, task_ids: taskIds } })
  return { done_ids: taskIds, refused: [] }
}

async function setActive(id: number, isActive: boolean): Promise<undefined> {
  await call(api.tasks.toggleActive, { params: { id }, body: { is_active: isActive } })
  return undefined
}

function findFailure({ status, message }: SeenOutcome): string | undefined {
  return status === 'success' || status === 'info' ? undefined : message || 'not done.'
}
