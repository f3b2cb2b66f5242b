import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { PushEvent, PushMessage } from '#contract/event.ts'
import type { ReadReply, Route } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import { invalidate, keyOf } from '../lib/route-query.ts'
import { viewOf } from './listed-view.ts'
import { liveStateOf } from './live-state.ts'
import { patchList, type TaskList } from './patch-list.ts'
import { patchStatusAll } from './patch-states.ts'
import { appendNew, patchTask } from './patch-task.ts'
import { rereadSoon } from './reread.ts'

type StatusAll = ReadReply<typeof api.tasks.statusAll>
type TaskLogs = ReadReply<typeof api.taskLogs.list>

/** Applies what was pushed to everything that is cached, and to what is being read. */
export function applyPushMessage(queryClient: QueryClient, events: PushMessage): void {
  for (const arrived of liveStateOf(queryClient).arrivedDuring) arrived.push(...events)
  for (const event of events) applyPushEvent(queryClient, event)
}

function applyPushEvent(queryClient: QueryClient, event: PushEvent): void {
  const cached = (route: Route) => queryClient.getQueryCache().findAll({ queryKey: keyOf(route) })
  // The lists come first: what shows the status of all tasks must not find a card that is behind.
  for (const { queryKey } of cached(api.tasks.list)) {
    const list = queryClient.getQueryData<TaskList>(queryKey)
    if (!list) continue
    const patched = patchList(list, changeOf({ event, queryKey, queryClient }))
    setPatched(queryClient, { queryKey, data: patched.list })
    if (patched.isOutdated) rereadSoon(queryClient, queryKey)
  }
  for (const { queryKey } of cached(api.tasks.get)) {
    const task = queryClient.getQueryData<Task>(queryKey)
    if (task) setPatched(queryClient, { queryKey, data: patchTask(task, event) })
  }
  queryClient.setQueryData<StatusAll>(keyOf(api.tasks.statusAll), (all) => all && patchStatusAll(all, event))
  if (event.kind === 'logs' || event.kind === 'logs_cleared') patchLog(queryClient, event)
  if (event.kind === 'changed') onChanged(queryClient, event.what)
  if (event.kind === 'tasks') onTasks(queryClient, event)
}

interface CachedChange {
  event: PushEvent
  queryKey: QueryKey
  queryClient: QueryClient
}

/** Applies an event to a list that is being read. A list that lacks tasks is read again. */
export function patchedList(list: TaskList, change: CachedChange): TaskList {
  const patched = patchList(list, changeOf(change))
  if (patched.isOutdated) rereadSoon(change.queryClient, change.queryKey)
  return patched.list
}

function changeOf({ event, queryKey, queryClient }: CachedChange) {
  const types = queryClient.getQueryData<ReadReply<typeof api.taskTypes.list>>(keyOf(api.taskTypes.list))
  return { event, view: viewOf(queryKey), types }
}

/** Keeps the time of the last read, on which the next one depends, and whether it is due. */
function setPatched(queryClient: QueryClient, { queryKey, data }: { queryKey: QueryKey; data: unknown }): void {
  const state = queryClient.getQueryState(queryKey)
  if (!state || state.data === data) return
  const { isInvalidated, dataUpdatedAt } = state
  queryClient.setQueryData(queryKey, data, { updatedAt: dataUpdatedAt })
  if (isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

function patchLog(queryClient: QueryClient, event: Extract<PushEvent, { kind: 'logs' | 'logs_cleared' }>): void {
  queryClient.setQueryData<TaskLogs>(
    keyOf(api.taskLogs.list, { params: { id: event.task_id } }),
    (lines) => lines && (event.kind === 'logs' ? appendNew(lines, event.logs) : []),
  )
}

/** Changes by people show in other replies too; a task that is gone is read again to learn that. */
function onTasks(queryClient: QueryClient, { counts, removed_ids }: Extract<PushEvent, { kind: 'tasks' }>): void {
  if (counts) void invalidate(queryClient, api.taskTypes.list, api.tasks.get)
  for (const id of removed_ids) {
    void queryClient.invalidateQueries({ queryKey: keyOf(api.tasks.get, { params: { id } }), exact: true })
  }
}

const OF_LISTS = [api.tasks.list, api.tasks.get]
const SHOWN_BY = {
  tasks: [...OF_LISTS, api.tasks.statusAll, api.taskTypes.list, api.runs.list, api.runs.timeline, api.overview.get],
  task_types: [...OF_LISTS, api.tasks.statusAll, api.taskTypes.list],
  schedules: [...OF_LISTS, api.schedules.list, api.schedules.runAll, api.overview.get],
  csv_jobs: [api.csvJobs.list],
  logs: [api.taskLogs.list, api.tasks.get],
}

function onChanged(queryClient: QueryClient, what: keyof typeof SHOWN_BY): void {
  for (const route of SHOWN_BY[what]) {
    for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: keyOf(route) }))
      rereadSoon(queryClient, queryKey)
  }
}
