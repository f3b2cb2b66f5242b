import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { TASKS_PAGE_SIZE } from '#contract/task-routes.ts'
import { patchedList } from './apply-push-event.ts'
import { liveQuery } from './live-query.ts'
import { patchStatusAll } from './patch-states.ts'
import { patchTask } from './patch-task.ts'
import { POLL_MS, untilFullRefresh } from './polling.ts'
import { NO_FILTER } from './task-filter.ts'
import { isWorthPolling } from './task-status.ts'

/** A page of the tasks that match a filter, refetched once a minute while one of them is busy. */
export const taskListQuery = (page: number, { typeId, status, warning, freshness, name } = NO_FILTER) =>
  queryOptions({
    ...liveQuery(api.tasks.list, patchedList, {
      query: {
        page,
        limit: TASKS_PAGE_SIZE,
        ...(typeId !== undefined && { sync_task_type_id: typeId }),
        ...(status !== undefined && { status }),
        ...(warning !== undefined && { warning }),
        ...(freshness !== undefined && { freshness }),
        ...(name.trim() !== '' && { search: name.trim() }),
      },
    }),
    refetchInterval: ({ state }) =>
      state.data?.syncTasks.some(isWorthPolling) ? untilFullRefresh(state, Date.now()) : false,
  })

/** The state of every task, polled while one of them, or of the given ones, is busy. */
export const taskStatusQuery = (tasks: readonly Task[] = []) =>
  queryOptions({
    ...liveQuery(api.tasks.statusAll, (all, { event }) => patchStatusAll(all, event)),
    refetchInterval: ({ state: { data } }) =>
      data && (data.all_running || [...Object.values(data.all_running_status), ...tasks].some(isWorthPolling))
        ? POLL_MS
        : false,
  })

/** One task with the latest lines of its log. */
export const taskQuery = (id: number) =>
  liveQuery(api.tasks.get, (task, { event }) => patchTask(task, event), { params: { id } })
