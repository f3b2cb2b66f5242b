import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import type { Reply } from '#contract/route.ts'
import { invalidate, keyOf } from '../lib/route-query.ts'
import { applyProgress, patchTasks } from './task-cache.ts'

type StatusAll = Reply<typeof api.tasks.statusAll>
type TaskLogs = Reply<typeof api.taskLogs.list>
type Event<K extends PushEvent['kind']> = Extract<PushEvent, { kind: K }>

const MAX_LOG_LINES = 2_000

/** Brings what the server pushed into the cache, where every screen sees it. */
export function applyPushEvent(queryClient: QueryClient, event: PushEvent): void {
  if (event.kind === 'progress') takeProgress(queryClient, event)
  else if (event.kind === 'logs') takeLogs(queryClient, event)
  else if (event.kind === 'logs_cleared') takeClearedLogs(queryClient, event)
  else takeChange(queryClient, event)
}

/** A run ended: figures of its task have changed that progress does not carry, as have those of tasks that waited for it. */
export function endsARun(queryClient: QueryClient, { tasks }: Event<'progress'>): boolean {
  const before = queryClient.getQueryData<StatusAll>(keyOf(api.tasks.statusAll))?.all_running_status
  return Object.entries(tasks).some(([id, now]) => !now.running_status && before?.[id]?.running_status !== false)
}

function takeProgress(queryClient: QueryClient, { tasks, all_running }: Event<'progress'>): void {
  applyProgress(queryClient, tasks)
  queryClient.setQueryData<StatusAll>(
    keyOf(api.tasks.statusAll),
    (all) => all && { all_running_status: { ...all.all_running_status, ...tasks }, all_running },
  )
}

function takeLogs(queryClient: QueryClient, { task_id, logs }: Event<'logs'>): void {
  const latest = logs.at(-1)
  if (!latest) return
  queryClient.setQueryData<TaskLogs>(
    keyOf(api.taskLogs.list, { params: { id: task_id } }),
    (lines) => lines && withNew(lines, logs),
  )
  patchTasks(queryClient, (task) =>
    task.id === task_id ? { ...task, latest_log: latest, ...(task.logs && { logs: withNew(task.logs, logs) }) } : task,
  )
}

function takeClearedLogs(queryClient: QueryClient, { task_id }: Event<'logs_cleared'>): void {
  queryClient.setQueryData<TaskLogs>(keyOf(api.taskLogs.list, { params: { id: task_id } }), (lines) => lines && [])
  patchTasks(queryClient, (task) =>
    task.id === task_id ? { ...task, latest_log: null, ...(task.logs && { logs: [] }) } : task,
  )
}

/** A line may come both by push and by a read that overlapped it. */
function withNew(known: TaskLogs, logs: TaskLogs): TaskLogs {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...logs.filter(({ id }) => !ids.has(id))].slice(-MAX_LOG_LINES)
}

function takeChange(queryClient: QueryClient, { what }: Event<'changed'>): void {
  const routes = {
    tasks: [api.tasks.list, api.tasks.get, api.tasks.statusAll, api.runs.list],
    task_types: [api.taskTypes.list],
    schedules: [api.schedules.list, api.schedules.runAll, api.tasks.list],
    csv_jobs: [api.csvJobs.list],
  }[what]
  void invalidate(queryClient, ...routes)
}
