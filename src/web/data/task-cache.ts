import { isCancelledError, type Query, type QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ReadReply } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import { type SeenProgress, TaskProgress } from '#contract/task-progress.ts'
import { readNow } from '../lib/read-schedule.ts'
import { buildQueryKey, routeQuery } from '../lib/route-query.ts'
import { findLiveState } from './live-state.ts'
import { asMaybeStarted, endsRun, isInProgress } from './task-status.ts'

type TaskList = ReadReply<typeof api.tasks.list>
type StatusAll = ReadReply<typeof api.tasks.statusAll>

/** Maximum tasks to read one by one; for more, refetching the pages is cheaper. */
const MAX_SINGLE_FETCHES = 10
/** The routes whose replies hold states of tasks. */
export const TASK_READS = [api.tasks.list, api.tasks.get, api.tasks.statusAll]
const PROGRESS_FIELDS = TaskProgress.keyof().options

/** Updates a task, or the known part of its progress. */
export type StateChange = <T extends SeenProgress>(task: T) => T

/**
 * Applies progress by task id to all cached tasks. A new status changes more of a task than its progress, so the task
 * is then fetched whole. A task with a finished run waits for the fetch and is replaced in one step.
 */
export async function applyProgress(
  queryClient: QueryClient,
  progress: Readonly<Record<string, SeenProgress>>,
): Promise<void> {
  const moved = new Set<number>()
  patchTasks(queryClient, (task) => {
    const update = progress[String(task.id)]
    if (!update || hasProgress(task, update)) return task
    const updated = Object.assign({}, task, update)
    if (updated.task_status !== task.task_status || endsRun(task, updated)) moved.add(task.id)
    return endsRun(task, updated) ? task : updated
  })
  // A pushed event brings the tasks whole.
  if (moved.size === 0 || findLiveState(queryClient).position !== undefined) return
  const fetched = await fetchMoved(queryClient, { ids: [...moved], progress })
  const latest = {
    ...progress,
    ...queryClient.getQueryData<StatusAll>(buildQueryKey(api.tasks.statusAll))?.all_running_status,
  }
  patchTasks(queryClient, (task) =>
    fetched.has(task.id) ? Object.assign({}, task, fetched.get(task.id), latest[String(task.id)]) : task,
  )
}

interface Moved {
  ids: readonly number[]
  progress: Readonly<Record<string, SeenProgress>>
}

/**
 * The tasks without their logs; undefined if a read failed. A task that a later change has fetched again is left out.
 * Instead of many tasks, the pages are refetched, once all runs have ended.
 */
async function fetchMoved(queryClient: QueryClient, { ids, progress }: Moved) {
  if (ids.length > MAX_SINGLE_FETCHES) {
    const isLast = !Object.values(progress).some(isInProgress)
    if (isLast) await queryClient.refetchQueries({ queryKey: buildQueryKey(api.tasks.list) }, { cancelRefetch: false })
    return new Map<number, Task | undefined>(ids.map((id) => [id, undefined]))
  }
  const fetched = new Map<number, Task | undefined>()
  const fetchOne = async (id: number) => {
    try {
      const { logs: _, conflicts: __, ...task } = await fetchTask(queryClient, id)
      fetched.set(id, task)
    } catch (error) {
      if (!isCancelledError(error)) fetched.set(id, undefined)
    }
  }
  await Promise.all(ids.map(fetchOne))
  return fetched
}

/** The task as it is now: the cached task, and a reply on its way, may be older. */
async function fetchTask(queryClient: QueryClient, id: number): Promise<Task> {
  const query = routeQuery(api.tasks.get, { params: { id } })
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true })
  return await queryClient.fetchQuery({ ...query, staleTime: 0 })
}

interface StateChanges {
  change: StateChange
  /** All tasks without it. */
  taskId?: number
}

/**
 * Changes the state of a task, or of all tasks, in the cached tasks and in the status of all tasks, so cards, counts,
 * buttons and the tab title stay consistent. Reads in progress start again, because their replies would bring back the
 * old state.
 */
export function patchStates(queryClient: QueryClient, changes: StateChanges): void {
  setStates(queryClient, changes)
  for (const route of TASK_READS) {
    const isFetching = ({ state }: Query) => state.fetchStatus === 'fetching'
    void queryClient.refetchQueries({ queryKey: buildQueryKey(route), type: 'active', predicate: isFetching })
  }
}

/**
 * Keeps states until the returned function is called, for a change the server has not made yet: replies and events in the
 * meantime have the old state.
 */
export function keepStates(queryClient: QueryClient, changes: StateChanges): () => void {
  let isSetting = false
  const set = () => {
    if (isSetting) return
    isSetting = true
    setStates(queryClient, changes)
    isSetting = false
  }
  set()
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') set()
  })
}

function setStates(queryClient: QueryClient, { change, taskId }: StateChanges): void {
  patchTasks(queryClient, (task) => (taskId === undefined || task.id === taskId ? change(task) : task))
  queryClient.setQueryData<StatusAll>(buildQueryKey(api.tasks.statusAll), (all) => {
    if (!all) return all
    const states = Object.entries(all.all_running_status)
    const isAffected = (id: string) => taskId === undefined || id === String(taskId)
    const changed = states.map(([id, state]) => [id, isAffected(id) ? change(state) : state])
    return { ...all, all_running_status: Object.fromEntries(changed) }
  })
}

/**
 * Changes cached tasks; `change` returns the same object for unchanged tasks. The update time of a page is kept,
 * because its next full refresh depends on it.
 */
function patchTasks(queryClient: QueryClient, change: (task: Task) => Task): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: buildQueryKey(api.tasks.list) })) {
    queryClient.setQueryData<TaskList>(queryKey, (list) => list && { ...list, syncTasks: list.syncTasks.map(change) }, {
      updatedAt: state.dataUpdatedAt,
    })
    // Setting data marks a page as up to date, even if it is due for a refetch.
    if (state.isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  queryClient.setQueriesData<Task>({ queryKey: buildQueryKey(api.tasks.get) }, (task) => task && change(task))
}

/** Shows all tasks as running until the server reports the running tasks. */
export function markAllRunning(queryClient: QueryClient): void {
  patchStates(queryClient, { change: asMaybeStarted })
  queryClient.setQueryData<StatusAll>(buildQueryKey(api.tasks.statusAll), (all) => all && { ...all, all_running: true })
}

/** Refetches the visible tasks and the status of all tasks; resolves once they have arrived. */
export function reloadTasks(queryClient: QueryClient): Promise<void> {
  return readNow(queryClient, ...TASK_READS)
}

/** An unchanged task keeps its identity, so its card does not re-render. */
function hasProgress(task: Task, progress: SeenProgress): boolean {
  return PROGRESS_FIELDS.every((field) => !(field in progress) || task[field] === progress[field])
}
