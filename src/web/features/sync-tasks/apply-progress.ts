import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import type { Task, TaskProgress } from '#contract/task.ts'
import { keyOf } from '../../lib/route-query.ts'

type TaskList = Reply<typeof api.tasks.list>

/** Brings the progress of tasks, by their ids, into every task that the cache holds. */
export function applyProgress(queryClient: QueryClient, progress: Readonly<Record<string, TaskProgress>>): void {
  patchTasks(queryClient, (task) => {
    const news = progress[String(task.id)]
    return news && !isKnown(task, news) ? { ...task, ...news } : task
  })
}

/** Changes tasks wherever the cache holds them; `change` answers the same task where nothing is to be changed. */
export function patchTasks(queryClient: QueryClient, change: (task: Task) => Task): void {
  queryClient.setQueriesData<TaskList>(
    { queryKey: keyOf(api.tasks.list) },
    (list) => list && { ...list, syncTasks: list.syncTasks.map(change) },
  )
  queryClient.setQueriesData<Task>({ queryKey: keyOf(api.tasks.get) }, (task) => task && change(task))
}

/** Keeps the identity of unchanged tasks, so that their cards are not drawn again. */
function isKnown(task: Task, news: TaskProgress): boolean {
  return (
    task.running_status === news.running_status &&
    task.task_status === news.task_status &&
    task.rows_done === news.rows_done &&
    task.rows_total === news.rows_total &&
    task.seconds_left === news.seconds_left &&
    task.waiting_for === news.waiting_for
  )
}
