import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { TASKS_PAGE_SIZE } from '#contract/task.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS, POLL_MS } from './polling.ts'
import { isWorthPolling } from './task-status.ts'

/** A page of tasks, refetched once a minute while one of them is busy. */
export const taskListQuery = (page: number) =>
  queryOptions({
    ...routeQuery(api.tasks.list, { query: { page, limit: TASKS_PAGE_SIZE } }),
    refetchInterval: ({ state }) =>
      state.data?.syncTasks.some(isWorthPolling) ? untilFullRefresh(state.dataUpdatedAt) : false,
  })

/** Milliseconds until the next refresh. Every cache patch restarts the interval, which must not postpone the refresh. */
function untilFullRefresh(updatedAt: number): number {
  return FULL_REFRESH_MS - ((Date.now() - updatedAt) % FULL_REFRESH_MS)
}

/** The state of every task, polled while one of them is busy. */
export const taskStatusQuery = () =>
  queryOptions({
    ...routeQuery(api.tasks.statusAll),
    refetchInterval: ({ state }) =>
      state.data && Object.values(state.data.all_running_status).some(isWorthPolling) ? POLL_MS : false,
  })

/** One task with the latest lines of its log. */
export const taskQuery = (id: number) => routeQuery(api.tasks.get, { params: { id } })
