import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Task, TaskProgress } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'
import { taskTypesQuery } from '../../../data/task-types.ts'
import { taskListQuery, taskStatusQuery } from '../../../data/tasks.ts'
import { useFailureToast } from '../../../lib/toast.tsx'

const NO_TASKS: readonly Task[] = []
const NO_TYPES: readonly TaskType[] = []

export interface TaskListData {
  /** The tasks of the current page. */
  tasks: readonly Task[]
  total: number
  totalPages: number
  types: readonly TaskType[]
  /** The status of all tasks on all pages; until it has loaded, of the current page only. */
  progress: readonly TaskProgress[]
  isAllRunning: boolean
  isPending: boolean
  isFetching: boolean
  /** The first fetch has failed. */
  hasFailed: boolean
  /** Epoch milliseconds; 0 before the first data. */
  updatedAt: number
}

/** The live data of the list. Failures show a toast. A page past the end is replaced by the last one. */
export function useTaskList(page: number, replacePage: (page: number) => void): TaskListData {
  const list = useQuery({ ...taskListQuery(page), placeholderData: keepPreviousData })
  const status = useQuery(taskStatusQuery())
  const types = useQuery(taskTypesQuery())
  useFailureToast(list, list.data ? 'Failed to refresh tasks' : 'Failed to fetch sync tasks.')
  useFailureToast(status, 'Failed to fetch running status.')
  useFailureToast(types, 'Failed to fetch task types.')

  const tasks = list.data?.syncTasks ?? NO_TASKS
  const total = list.data?.total ?? 0
  const totalPages = list.data?.totalPages ?? 1
  // The page has become empty, or never existed.
  const isPastTheEnd = list.isSuccess && !list.isPlaceholderData && page > totalPages
  useEffect(() => {
    if (isPastTheEnd) replacePage(totalPages)
  }, [isPastTheEnd, totalPages, replacePage])

  const progress = useMemo(
    () => (status.data ? Object.values(status.data.all_running_status) : tasks),
    [status.data, tasks],
  )
  return {
    tasks,
    total,
    totalPages,
    types: types.data ?? NO_TYPES,
    progress,
    isAllRunning: status.data?.all_running ?? false,
    isPending: list.isPending || (tasks.length === 0 && total > 0),
    isFetching: list.isFetching,
    hasFailed: list.isError && !list.data,
    updatedAt: Math.max(list.dataUpdatedAt, status.dataUpdatedAt),
  }
}
