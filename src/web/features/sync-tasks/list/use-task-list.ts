import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Task } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import type { TaskType } from '#contract/task-type.ts'
import { allProgress } from '../../../data/all-progress.ts'
import { taskTypesQuery } from '../../../data/task-types.ts'
import { taskListQuery, taskStatusQuery } from '../../../data/tasks.ts'
import { withTypes } from '../../../data/with-types.ts'
import { useFailureToast } from '../../../lib/toast.tsx'
import { filterTasks, isFiltering, type ListView } from '../filter/task-filter.ts'
import { useReloadOnStatusChange } from './use-reload-on-status-change.ts'

const NO_TASKS: readonly Task[] = []
const NO_TYPES: readonly TaskType[] = []

export interface TaskListData {
  /** The view that `shown` belongs to. While the next view loads, this is the previous view. */
  view: ListView
  /** The tasks of the page that match the filter. */
  shown: readonly Task[]
  /** Number of all tasks, whatever the filter. */
  total: number
  /** The number of tasks that match the filter, on all pages. */
  matching: number
  /** Number of pages of tasks that match the filter. */
  totalPages: number
  /** Whether all tasks are samples, because nobody has added a task yet. */
  onlySamples: boolean
  types: readonly TaskType[]
  /** The status of all tasks on all pages; until it has loaded, of the current page only. */
  progress: readonly TaskProgress[]
  isAllRunning: boolean
  isPending: boolean
  /** Whether the first fetch failed. */
  hasFailed: boolean
  /** Epoch milliseconds; 0 before the first data. */
  updatedAt: number
}

/**
 * Returns the live data of the list. Failures show a toast. The last page replaces a page past the end. The filter also
 * applies to received data: a task may no longer match, and a server may ignore the filter.
 */
export function useTaskList(requested: ListView, replacePage: (page: number) => void): TaskListData {
  const list = useQuery({ ...taskListQuery(requested.page, requested.filter), placeholderData: keepPreviousData })
  const types = useQuery(taskTypesQuery())
  const tasks = useMemo(
    () => withTypes(list.data?.syncTasks ?? NO_TASKS, types.data ?? NO_TYPES),
    [list.data, types.data],
  )
  const status = useQuery(taskStatusQuery())
  useFailureToast(list, list.data ? 'Failed to refresh tasks' : 'Failed to fetch sync tasks.')
  useFailureToast(status, 'Failed to fetch running status.')
  useFailureToast(types, 'Failed to fetch task types.')
  useReloadOnStatusChange(requested.filter, status.data?.all_running_status)

  const view = useLoadedView(requested, list.isPlaceholderData)
  const shown = useMemo(() => filterTasks(tasks, view.filter), [tasks, view.filter])
  const progress = useMemo(() => allProgress(status.data?.all_running_status, tasks), [status.data, tasks])
  const total = list.data?.total ?? progress.length
  const matching = list.data?.matching ?? (isFiltering(view.filter) ? tasks.length : total)
  const totalPages = list.data?.totalPages ?? 1
  // The page may have become empty, or may never have existed.
  const isPastTheEnd = list.isSuccess && !list.isPlaceholderData && requested.page > totalPages
  useEffect(() => {
    if (isPastTheEnd) replacePage(totalPages)
  }, [isPastTheEnd, totalPages, replacePage])

  return {
    view,
    shown,
    total,
    matching: matching - (tasks.length - shown.length),
    totalPages,
    onlySamples: list.data?.only_samples ?? false,
    types: types.data ?? NO_TYPES,
    progress,
    isAllRunning: status.data?.all_running ?? false,
    isPending: list.data ? tasks.length === 0 && matching > 0 : list.isPending,
    hasFailed: list.isLoadingError,
    updatedAt: Math.max(list.dataUpdatedAt, status.dataUpdatedAt),
  }
}

/** Returns the view of the loaded data. This is the previous view until the data of `requested` arrives. */
function useLoadedView(requested: ListView, isPlaceholderData: boolean): ListView {
  const [loaded, setLoaded] = useState(requested)
  if (!isPlaceholderData && loaded !== requested) setLoaded(requested)
  return isPlaceholderData ? loaded : requested
}
