import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import type { ReadReply } from '#contract/route.ts'
import { MAX_TASK_LOG_LINES } from '#contract/task-log.ts'
import { invalidate, keyOf } from '../lib/route-query.ts'
import { applyProgress, patchTasks } from './task-cache.ts'

type StatusAll = ReadReply<typeof api.tasks.statusAll>
type TaskLogs = ReadReply<typeof api.taskLogs.list>
type Event<K extends PushEvent['kind']> = Extract<PushEvent, { kind: K }>

/** Applies a push event to the query cache, for all screens. */
export function applyPushEvent(queryClient: QueryClient, event: PushEvent): void {
  if (event.kind === 'progress') onProgress(queryClient, event)
  else if (event.kind === 'logs') onLogs(queryClient, event)
  else if (event.kind === 'logs_cleared') onLogsCleared(queryClient, event)
  else onChanged(queryClient, event)
}

function onProgress(queryClient: QueryClient, { tasks, all_running }: Event<'progress'>): void {
  void applyProgress(queryClient, tasks)
  queryClient.setQueryData<StatusAll>(
    keyOf(api.tasks.statusAll),
    (all) => all && { all_running_status: { ...all.all_running_status, ...tasks }, all_running },
  )
}

function onLogs(queryClient: QueryClient, { task_id, logs }: Event<'logs'>): void {
  const latest = logs.at(-1)
  if (!latest) return
  queryClient.setQueryData<TaskLogs>(
    keyOf(api.taskLogs.list, { params: { id: task_id } }),
    (lines) => lines && appendNew(lines, logs),
  )
  patchTasks(queryClient, (task) =>
    task.id === task_id
      ? { ...task, latest_log: latest, ...(task.logs && { logs: appendNew(task.logs, logs) }) }
      : task,
  )
}

function onLogsCleared(queryClient: QueryClient, { task_id }: Event<'logs_cleared'>): void {
  queryClient.setQueryData<TaskLogs>(keyOf(api.taskLogs.list, { params: { id: task_id } }), (lines) => lines && [])
  patchTasks(queryClient, (task) =>
    task.id === task_id ? { ...task, latest_log: null, ...(task.logs && { logs: [] }) } : task,
  )
}

/** Skips lines that a concurrent fetch has already delivered. */
function appendNew(known: TaskLogs, logs: TaskLogs): TaskLogs {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...logs.filter(({ id }) => !ids.has(id))].slice(-MAX_TASK_LOG_LINES)
}

function onChanged(queryClient: QueryClient, { what }: Event<'changed'>): void {
  const routes = {
    tasks: [api.tasks.list, api.tasks.get, api.tasks.statusAll, api.runs.list, api.overview.get],
    task_types: [api.taskTypes.list],
    schedules: [api.schedules.list, api.schedules.runAll, api.tasks.list, api.overview.get],
    csv_jobs: [api.csvJobs.list],
  }[what]
  void invalidate(queryClient, ...routes)
}
