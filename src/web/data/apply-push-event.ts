import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { PushEvent, PushMessage } from '#contract/event.ts'
import type { ReadReply, Route } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import { SECOND_MS } from '#domain/time.ts'
import { readSoon } from '../lib/read-schedule.ts'
import { buildQueryKey } from '../lib/route-query.ts'
import { findView } from './listed-view.ts'
import { findLiveState } from './live-state.ts'
import { patchList, type TaskList } from './patch-list.ts'
import { patchStatusAll } from './patch-states.ts'
import { appendNew, patchTask } from './patch-task.ts'

type StatusAll = ReadReply<typeof api.tasks.statusAll>
type TaskLogs = ReadReply<typeof api.taskLogs.list>

/** Applies pushed events to all cached replies, and to the replies that are being read. */
export function applyPushMessage(queryClient: QueryClient, events: PushMessage): void {
  for (const arrived of findLiveState(queryClient).arrivedDuring) arrived.push(...events)
  for (const event of events) applyPushEvent(queryClient, event)
  onRuns(queryClient, countChanged(events))
}

function applyPushEvent(queryClient: QueryClient, event: PushEvent): void {
  const cached = (route: Route) => queryClient.getQueryCache().findAll({ queryKey: buildQueryKey(route) })
  // The lists come first: views with the status of all tasks must not find an outdated card.
  for (const { queryKey } of cached(api.tasks.list)) {
    const list = queryClient.getQueryData<TaskList>(queryKey)
    if (!list) continue
    const patched = patchList(list, buildChange({ event, queryKey, queryClient }))
    setPatched(queryClient, { queryKey, data: patched.list })
    if (patched.isOutdated) readSoon(queryClient, [{ queryKey, exact: true }])
  }
  for (const { queryKey } of cached(api.tasks.get)) {
    const task = queryClient.getQueryData<Task>(queryKey)
    if (task) setPatched(queryClient, { queryKey, data: patchTask(task, event) })
  }
  queryClient.setQueryData<StatusAll>(buildQueryKey(api.tasks.statusAll), (all) => all && patchStatusAll(all, event))
  if (event.kind === 'logs' || event.kind === 'logs_cleared') patchLog(queryClient, event)
  if (event.kind === 'changed') readSoon(queryClient, SHOWN_BY[event.what])
  if (event.kind === 'tasks') onTasks(queryClient, event)
}

interface CachedChange {
  event: PushEvent
  queryKey: QueryKey
  queryClient: QueryClient
}

/** Applies an event to a list that is being read. If the list lacks tasks, it is read again. */
export function patchedList(list: TaskList, change: CachedChange): TaskList {
  const patched = patchList(list, buildChange(change))
  if (patched.isOutdated) readSoon(change.queryClient, [{ queryKey: change.queryKey, exact: true }])
  return patched.list
}

function buildChange({ event, queryKey, queryClient }: CachedChange) {
  const types = queryClient.getQueryData<ReadReply<typeof api.taskTypes.list>>(buildQueryKey(api.taskTypes.list))
  return { event, view: findView(queryKey), types }
}

/** Sets the data but keeps the time of the last read and whether a read is due, because both decide the next read. */
function setPatched(queryClient: QueryClient, { queryKey, data }: { queryKey: QueryKey; data: unknown }): void {
  const state = queryClient.getQueryState(queryKey)
  if (!state || state.data === data) return
  const { isInvalidated, dataUpdatedAt } = state
  queryClient.setQueryData(queryKey, data, { updatedAt: dataUpdatedAt })
  if (isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

function patchLog(queryClient: QueryClient, event: Extract<PushEvent, { kind: 'logs' | 'logs_cleared' }>): void {
  queryClient.setQueryData<TaskLogs>(
    buildQueryKey(api.taskLogs.list, { params: { id: event.task_id } }),
    (lines) => lines && (event.kind === 'logs' ? appendNew(lines, event.logs) : []),
  )
}

/** Reloads other replies that show changes by people. A removed task is reloaded so that its page learns of the deletion. */
function onTasks(queryClient: QueryClient, { counts, removed_ids }: Extract<PushEvent, { kind: 'tasks' }>): void {
  if (counts) readSoon(queryClient, [api.taskTypes.list, api.tasks.get])
  const removed = removed_ids.map((id) => ({ queryKey: buildQueryKey(api.tasks.get, { params: { id } }), exact: true }))
  readSoon(queryClient, removed)
}

const OF_LISTS = [api.tasks.list, api.tasks.get]
const SHOWN_BY = {
  tasks: [
    ...OF_LISTS,
    api.tasks.statusAll,
    api.taskTypes.list,
    api.runs.list,
    api.runs.timeline,
    api.waves.list,
    api.overview.get,
  ],
  task_types: [...OF_LISTS, api.tasks.statusAll, api.taskTypes.list],
  schedules: [...OF_LISTS, api.schedules.list, api.schedules.runAll, api.waves.list, api.overview.get],
  csv_jobs: [api.csvJobs.list],
  logs: [api.taskLogs.list, api.tasks.get],
}

/** Routes with replies that sum up runs. */
const SUMS_OF_RUNS = [
  api.runs.list,
  api.runs.timeline,
  api.runs.forecast,
  api.waves.list,
  api.overview.get,
  api.holds.list,
]
const MANY_TASKS = 20
/** Minimum time between two reads of run summaries while many tasks run. */
const MANY_TASKS_GAP_MS = 10 * SECOND_MS

function onRuns(queryClient: QueryClient, changedTasks: number): void {
  if (changedTasks > 0) readSoon(queryClient, SUMS_OF_RUNS, changedTasks < MANY_TASKS ? undefined : MANY_TASKS_GAP_MS)
}

/** Counts changed tasks, ignoring changes of their blockers. */
function countChanged(events: PushMessage): number {
  return events.reduce((count, event) => {
    if (event.kind === 'tasks') return count + event.tasks.length + event.removed_ids.length
    if (event.kind === 'progress') return count + event.groups.length
    return count
  }, 0)
}
