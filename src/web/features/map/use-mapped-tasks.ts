import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { MappedTask } from '#domain/chains/file-map.ts'
import { type FoundTarget, NO_TABS } from '#domain/tasks/last-tabs.ts'
import { taskTypesQuery } from '../../data/task-types.ts'
import { taskListQuery } from '../../data/tasks.ts'
import { send } from '../../lib/call.ts'
import { useFailureToast } from '../../lib/toast.tsx'

export const LOAD_FAILURE = 'Failed to load the map'

/** Maximum hand-outs with tabs on the map; a page of their list has this size. */
const MAX_HAND_OUTS = 1000

type FoundTab = NonNullable<Task['found_targets']>[number]

/** A task on the map, with its full entry in the list. */
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
  const handOuts = useQuery(handOutsQuery(pages.tasks))
  useFailureToast(handOuts, LOAD_FAILURE)
  const tasks = useMemo(() => {
    const followed = new Set(types.data?.flatMap(({ id, after_source }) => (after_source ? [id] : [])))
    const targets = new Map(handOuts.data?.syncTasks.map(({ id, found_targets }) => [id, found_targets]))
    return pages.tasks.map((task) => ({
      ...mapTask(task, followed.has(task.sync_task_type_id)),
      foundTargets: (targets.get(task.id) ?? []).flatMap(readTarget),
    }))
  }, [pages.tasks, types.data, handOuts.data])
  return {
    tasks,
    isPending: pages.isPending || handOuts.isLoading,
    hasFailed: pages.hasFailed || handOuts.isLoadingError,
    retry: () => Promise.all([pages.retry(), handOuts.isLoadingError && handOuts.refetch()]),
  }
}

/** Reads the tabs of the last hand-outs, because the list omits them. Reads them again when a hand-out ends. */
function handOutsQuery(tasks: readonly Task[]) {
  const handOuts = tasks.filter(({ split_by }) => split_by !== '')
  return queryOptions({
    queryKey: [
      'hand_outs',
      handOuts.map(({ id, task_status, recent_runs }) => [id, task_status, recent_runs.at(-1)?.id]),
    ],
    queryFn: ({ signal }) =>
      send(api.tasks.list, { query: { hands_out: 'true', found_targets: 'true', limit: MAX_HAND_OUTS } }, { signal }),
    enabled: handOuts.length > 0,
    placeholderData: keepPreviousData,
  })
}

function readTarget({ value, target_ss_id, target_sheet_name: title, sheet_id }: FoundTab): FoundTarget[] {
  return sheet_id === null ? [] : [{ value, targetSsId: target_ss_id, sheetId: sheet_id, title }]
}

interface Page {
  data?: { syncTasks: Task[] } | undefined
  isPending: boolean
  isLoadingError: boolean
  refetch: () => Promise<unknown>
}

/** Joins the pages of the list. The result is incomplete while a page is missing. */
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
    moreSources: task.more_sources,
    followsSource: task.after_source ?? typeFollowsSource,
    verifiedAt: task.freshness?.seen_equal_at ?? task.last_successful_run,
    task,
  }
}
