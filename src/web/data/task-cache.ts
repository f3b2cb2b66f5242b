import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import type { Task, TaskProgress } from '#contract/task.ts'
import { invalidate, keyOf } from '../lib/route-query.ts'

type TaskList = Reply<typeof api.tasks.list>
type StatusAll = Reply<typeof api.tasks.statusAll>

/** Changes what is known of a task, whether all of it or its progress alone. */
export type StateChange = <T extends TaskProgress>(task: T) => T

/** Brings the progress of tasks, by their ids, into every task that the cache holds. */
export function applyProgress(queryClient: QueryClient, progress: Readonly<Record<string, TaskProgress>>): void {
  patchTasks(queryClient, (task) => {
    const news = progress[String(task.id)]
    return news && !isKnown(task, news) ? { ...task, ...news } : task
  })
}

/**
 * Changes the state of a task, or of every one when none is named, both in the tasks that the cache holds and in the
 * states of all: the cards, the head of the list, its buttons and the tab then tell the same at once.
 */
export function patchStates(
  queryClient: QueryClient,
  { change, taskId }: { change: StateChange; taskId?: number },
): void {
  patchTasks(queryClient, (task) => (taskId === undefined || task.id === taskId ? change(task) : task))
  queryClient.setQueryData<StatusAll>(keyOf(api.tasks.statusAll), (all) => {
    if (!all) return all
    const states = Object.entries(all.all_running_status)
    const isMeant = (id: string) => taskId === undefined || id === String(taskId)
    const changed = states.map(([id, state]) => [id, isMeant(id) ? change(state) : state])
    return { ...all, all_running_status: Object.fromEntries(changed) }
  })
}

/**
 * Changes tasks wherever the cache holds them; `change` answers the same task where nothing is to be changed. A page of
 * tasks keeps the time at which it was read, by which it is read again.
 */
export function patchTasks(queryClient: QueryClient, change: (task: Task) => Task): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: keyOf(api.tasks.list) })) {
    queryClient.setQueryData<TaskList>(queryKey, (list) => list && { ...list, syncTasks: list.syncTasks.map(change) }, {
      updatedAt: state.dataUpdatedAt,
    })
  }
  queryClient.setQueriesData<Task>({ queryKey: keyOf(api.tasks.get) }, (task) => task && change(task))
}

/** Shows every task as running until the server reports which really are. */
export function markAllRunning(queryClient: QueryClient): void {
  patchStates(queryClient, { change: (task) => (task.running_status ? task : { ...task, running_status: true }) })
  queryClient.setQueryData<StatusAll>(keyOf(api.tasks.statusAll), (all) => all && { ...all, all_running: true })
}

/** Reads the tasks on the screen and their states again; resolves once they have arrived. */
export function reloadTasks(queryClient: QueryClient): Promise<void> {
  return invalidate(queryClient, api.tasks.list, api.tasks.get, api.tasks.statusAll)
}

/** Keeps the identity of unchanged tasks, so that their cards are not drawn again. */
function isKnown(task: Task, news: TaskProgress): boolean {
  return (
    task.sync_task_type_id === news.sync_task_type_id &&
    task.is_active === news.is_active &&
    task.running_status === news.running_status &&
    task.task_status === news.task_status &&
    task.rows_done === news.rows_done &&
    task.rows_total === news.rows_total &&
    task.seconds_left === news.seconds_left &&
    task.waiting_for === news.waiting_for &&
    task.prerequisites_count === news.prerequisites_count
  )
}
