import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { TASKS_PAGE_SIZE } from '#contract/task-routes.ts'
import { polled } from '../lib/read-schedule.ts'
import { buildQueryKey } from '../lib/route-query.ts'
import { patchedList } from './apply-push-event.ts'
import { liveQuery } from './live-query.ts'
import type { TaskList } from './patch-list.ts'
import { patchStatusAll } from './patch-states.ts'
import { patchTask } from './patch-task.ts'
import { FULL_REFRESH_MS, POLL_MS } from './polling.ts'
import { NO_FILTER } from './task-filter.ts'
import { isWorthPolling } from './task-status.ts'

/** A page of tasks matching a filter, polled once a minute while any of them is busy. */
export const taskListQuery = (page: number, { typeId, status, warning, freshness, isActive, name } = NO_FILTER) =>
  polled(
    liveQuery(api.tasks.list, patchedList, {
      query: {
        page,
        limit: TASKS_PAGE_SIZE,
        ...(typeId !== undefined && { sync_task_type_id: typeId }),
        ...(status !== undefined && { status }),
        ...(warning !== undefined && { warning }),
        ...(freshness !== undefined && { freshness }),
        ...(isActive !== undefined && { is_active: isActive ? 'true' : 'false' }),
        ...(name.trim() !== '' && { search: name.trim() }),
      },
    }),
    ({ data }) => (data?.syncTasks.some(isWorthPolling) ? FULL_REFRESH_MS : false),
  )

/** State of every task, polled while any task in it or on the screen is busy. */
export const taskStatusQuery = () =>
  polled(
    liveQuery(api.tasks.statusAll, (all, { event }) => patchStatusAll(all, event)),
    ({ data }, queryClient) =>
      data &&
      (data.all_running ||
        [...Object.values(data.all_running_status), ...tasksOnScreen(queryClient)].some(isWorthPolling))
        ? POLL_MS
        : false,
  )

function tasksOnScreen(queryClient: QueryClient) {
  const lists = queryClient.getQueriesData<TaskList>({ queryKey: buildQueryKey(api.tasks.list), type: 'active' })
  return lists.flatMap(([, list]) => list?.syncTasks ?? [])
}

/** Task with the latest lines of its log. */
export const taskQuery = (id: number) =>
  liveQuery(api.tasks.get, (task, { event }) => patchTask(task, event), { params: { id } })
