import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { TASKS_PAGE_SIZE, type Task } from '#contract/task.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS, POLL_MS } from './polling.ts'
import { isWorthPolling } from './task-status.ts'

/** Which tasks to list; undefined values and an empty name match everything. */
export interface TaskFilter {
  typeId: number | undefined
  status: TaskStatus | undefined
  /** Words that occur in the names or notes of a task. */
  name: string
}

export const NO_FILTER: TaskFilter = { typeId: undefined, status: undefined, name: '' }

/** A page of the tasks that match a filter, refetched once a minute while one of them is busy. */
export const taskListQuery = (page: number, { typeId, status, name } = NO_FILTER) =>
  queryOptions({
    ...routeQuery(api.tasks.list, {
      query: {
        page,
        limit: TASKS_PAGE_SIZE,
        ...(typeId !== undefined && { sync_task_type_id: typeId }),
        ...(status !== undefined && { status }),
        ...(name.trim() !== '' && { search: name.trim() }),
      },
    }),
    refetchInterval: ({ state }) =>
      state.data?.syncTasks.some(isWorthPolling) ? untilFullRefresh(state.dataUpdatedAt) : false,
  })

/** Milliseconds until the next refresh. Every cache patch restarts the interval, which must not postpone the refresh. */
function untilFullRefresh(updatedAt: number): number {
  return FULL_REFRESH_MS - ((Date.now() - updatedAt) % FULL_REFRESH_MS)
}

/** The state of every task, polled while one of them, or of the given ones, is busy. */
export const taskStatusQuery = (tasks: readonly Task[] = []) =>
  queryOptions({
    ...routeQuery(api.tasks.statusAll),
    refetchInterval: ({ state: { data } }) =>
      data && (data.all_running || [...Object.values(data.all_running_status), ...tasks].some(isWorthPolling))
        ? POLL_MS
        : false,
  })

/** One task with the latest lines of its log. */
export const taskQuery = (id: number) => routeQuery(api.tasks.get, { params: { id } })
