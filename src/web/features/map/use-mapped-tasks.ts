import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Task } from '#contract/task.ts'
import type { MappedTask } from '#domain/chains/file-map.ts'
import { NO_TABS } from '#domain/tasks/last-tabs.ts'
import { taskTypesQuery } from '../../data/task-types.ts'
import { taskListQuery } from '../../data/tasks.ts'
import { useFailureToast } from '../../lib/toast.tsx'

export const LOAD_FAILURE = 'Failed to load the map'

/** A task on the map, with everything the list knows of it. */
export interface MapTask extends MappedTask {
  readonly task: Task
}

/** All tasks on all pages of the list, live. */
export function useMappedTasks() {
  const first = useQuery(taskListQuery(1))
  const types = useQuery(taskTypesQuery())
  const totalPages = first.data?.totalPages ?? 1
  const pages = useQueries({
    queries: Array.from({ length: totalPages }, (_, index) => taskListQuery(index + 1)),
    combine: combinePages,
  })
  useFailureToast(first, LOAD_FAILURE)
  const tasks = useMemo(() => {
    const followed = new Set(types.data?.flatMap(({ id, after_source }) => (after_source ? [id] : [])))
    return pages.tasks.map((task) => mapTask(task, followed.has(task.sync_task_type_id)))
  }, [pages.tasks, types.data])
  return { ...pages, tasks }
}

interface Page {
  data?: { syncTasks: Task[] } | undefined
  isPending: boolean
  isLoadingError: boolean
  refetch: () => Promise<unknown>
}

/** Without one of its pages, the list is not all there is. */
function combinePages(pages: readonly Page[]) {
  const failed = pages.filter(({ isLoadingError }) => isLoadingError)
  return {
    tasks: pages.flatMap(({ data }) => data?.syncTasks ?? []),
    isPending: pages.some(({ isPending }) => isPending),
    hasFailed: failed.length > 0,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}

function mapTask(task: Task, typeFollowsSource: boolean): MapTask {
  return {
    id: task.id,
    name: task.name,
    typeId: task.sync_task_type_id,
    typeName: task.task_type.name,
    sourceSsId: task.source_ss_id,
    sourceSsName: task.source_ss_name,
    sourceSheetName: task.source_sheet_name,
    targetSsId: task.target_ss_id,
    targetSsName: task.target_ss_name,
    targetSheetName: task.target_sheet_name,
    lastTabs: NO_TABS,
    splitBy: task.split_by,
    targets: task.targets,
    targetsFrom: task.targets_from,
    foundTargets: task.found_targets.flatMap(({ value, target_ss_id, target_sheet_name: title, sheet_id }) =>
      sheet_id === null ? [] : [{ value, targetSsId: target_ss_id, sheetId: sheet_id, title }],
    ),
    moreSources: task.more_sources,
    followsSource: task.after_source ?? typeFollowsSource,
    seenEqualAt: task.freshness?.seen_equal_at ?? task.last_successful_run,
    task,
  }
}
