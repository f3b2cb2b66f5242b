import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import { pluralize } from '#domain/pluralize.ts'
import { actOnce } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { formatCount } from '../../lib/format.ts'
import { buildQueryKey } from '../../lib/route-query.ts'
import { toast } from '../../lib/toast.tsx'
import { offerUndo } from '../../lib/toast-offers.tsx'
import { showError } from '../task-actions.ts'
import { reloadTasks } from '../task-cache.ts'
import { taskStatusQuery } from '../tasks.ts'
import { FAILURES, showingFailure } from './act-on-list.ts'
import type { ListCounts } from './list-rules.ts'

const UNDO_TOAST_MS = 16_000
const MAX_CONCURRENT_CALLS = 4
const UNDO_KEY = ['all-tasks', 'undo-set-active']

interface ToggledAll extends ListCounts {
  isActive: boolean
  /** How many runs of the changed tasks are scheduled for tonight. */
  runsTonight: number
}

/** '1,000 tasks are inactive, 994 of them hidden by filters; 134 runs tonight will not happen.' */
export function describeToggle({ isActive, total, matching, runsTonight }: ToggledAll): string {
  const hidden = total - matching
  const state = `${pluralize(total, 'task')} ${total === 1 ? 'is' : 'are'} ${isActive ? 'active' : 'inactive'}`
  const hiddenPart = hidden > 0 ? `, ${formatCount(hidden)} of them hidden by filters` : ''
  const runs = pluralize(runsTonight, 'run')
  const runsPart = runsTonight === 0 ? '' : `; ${runs} tonight will ${isActive ? '' : 'not '}happen`
  return `${state}${hiddenPart}${runsPart}.`
}

interface Toggle {
  isActive: boolean
  message: string
  /** Tasks whose state the call changed; undefined if unknown. */
  changedIds: readonly number[] | undefined
  /** Whether the server listed the tasks it changed. Such a server can also restore only these tasks. */
  isPartial: boolean
}

interface Target {
  isActive: boolean
  counts: ListCounts
}

/** Activates or deactivates all tasks. */
export const setAllActive = showingFailure(FAILURES.setAllActive, async (queryClient: QueryClient, target: Target) => {
  offerUndoOfToggle(queryClient, await toggleAll(queryClient, target))
  await reloadTasks(queryClient)
})

async function toggleAll(queryClient: QueryClient, { isActive, counts }: Target): Promise<Toggle> {
  const otherIds = idsInState(queryClient, !isActive)
  const reply = await call(api.tasks.toggleAllActive, { body: { target_state: isActive } })
  const { runs_tonight: runsTonight, message } = reply
  const ownMessage = isActive ? 'All tasks activated' : 'All tasks deactivated'
  return {
    isActive,
    message: runsTonight === undefined ? message || ownMessage : describeToggle({ isActive, runsTonight, ...counts }),
    changedIds: reply.changed_ids ?? otherIds,
    isPartial: reply.changed_ids !== undefined,
  }
}

/** Shows the changed tasks, and offers to restore the earlier state of exactly these tasks. */
function offerUndoOfToggle(queryClient: QueryClient, toggle: Toggle): void {
  const { isActive, message, changedIds = [] } = toggle
  if (changedIds.length === 0) {
    toast.success(message)
    return
  }
  const undo = async () => {
    try {
      await setBack(toggle)
      toast.success(`Undone: ${pluralize(changedIds.length, 'task')} ${isActive ? 'inactive' : 'active'} again.`)
    } catch (error) {
      showError(error, FAILURES.setAllActive)
    }
    await reloadTasks(queryClient)
  }
  const onUndo = () => void actOnce(queryClient, UNDO_KEY, undo)
  offerUndo(message, { onUndo, timeoutMs: UNDO_TOAST_MS })
}

async function setBack({ isActive, changedIds = [], isPartial }: Toggle): Promise<void> {
  if (isPartial) {
    await call(api.tasks.toggleAllActive, { body: { target_state: !isActive, task_ids: [...changedIds] } })
    return
  }
  const limit = pLimit(MAX_CONCURRENT_CALLS)
  await limit.map(changedIds, (id) => call(api.tasks.toggleActive, { params: { id }, body: { is_active: !isActive } }))
}

/** The tasks in a state; undefined if the state of some task is not known. */
function idsInState(queryClient: QueryClient, isActive: boolean): number[] | undefined {
  const states = new Map<string, boolean | undefined>()
  const progress = queryClient.getQueryData(taskStatusQuery().queryKey)?.all_running_status ?? {}
  for (const [id, { is_active }] of Object.entries(progress)) states.set(id, is_active)
  const lists = queryClient.getQueriesData<Reply<typeof api.tasks.list>>({ queryKey: buildQueryKey(api.tasks.list) })
  for (const task of lists.flatMap(([, list]) => list?.syncTasks ?? [])) states.set(String(task.id), task.is_active)
  if ([...states.values()].includes(undefined)) return undefined
  return [...states].flatMap(([id, state]) => (state === isActive ? [Number(id)] : []))
}
