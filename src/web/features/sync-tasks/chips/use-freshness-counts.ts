import { useQuery } from '@tanstack/react-query'
import type { Task } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { NO_FILTER, type TaskFilter } from '../../../data/task-filter.ts'
import { taskListQuery } from '../../../data/tasks.ts'
import type { FreshnessCounts } from './chips.ts'

interface Known {
  /** The tasks on the page. */
  shown: readonly Task[]
  /** Progress of each task, on all pages. */
  progress: readonly TaskProgress[]
  filter: TaskFilter
}

/** How many targets are not fresh: from the page where it has all tasks, else from the lists that the chips show. */
export function useFreshnessCounts({ shown, progress, filter }: Known): FreshnessCounts {
  const isAnyPromised = filter.freshness !== undefined || shown.some(({ freshness }) => freshness !== null)
  const isAsked = useHasExtraCalls() && shown.length < progress.length && isAnyPromised
  const late = useCount('late', isAsked)
  const due = useCount('due', isAsked)
  if (isAsked) return { late, due }
  const countShown = (state: 'late' | 'due') => shown.filter(({ freshness }) => freshness?.state === state).length
  return { late: countShown('late'), due: countShown('due') }
}

function useCount(freshness: 'late' | 'due', enabled: boolean): number {
  const { data } = useQuery({ ...taskListQuery(1, { ...NO_FILTER, freshness }), enabled })
  return data?.matching ?? data?.syncTasks.length ?? 0
}
