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
/** Routes with replies that contain task states. */
export const TASK_READS = [api.tasks.list, api.tasks.get, api.tasks.statusAll]
const PROGRESS_FIELDS = TaskProgress.keyof().options

/** Updates a task, or the known part of its progress. */
export type StateChange = <T extends SeenProgress>(task: T) => T

/**
 * Applies progress by task ID to all cached tasks. A new status also changes other fields, so the whole task is fetched. A
 * task with a finished run keeps its old state until the fetch replaces it in one step.
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
  // Pushed events contain whole tasks, so nothing needs to be fetched.
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
 * Fetches tasks, without their logs; a failed read yields undefined. Leaves out a task if a later change has fetched it again.
 * For many tasks, refetches the pages instead, once all runs have ended.
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

/** Fetches the current task. A cached task, or a reply already on its way, may be older. */
async function fetchTask(queryClient: QueryClient, id: number): Promise<Task> {
  const query = routeQuery(api.tasks.get, { params: { id } })
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true })
  return await queryClient.fetchQuery({ ...query, staleTime: 0 })
}

interface StateChanges {
  change: StateChange
  /** Task to change; all tasks if missing. */
  taskId?: number
}

/**
 * Changes the state of a task, or of all tasks. Changes both the cached tasks and the status of all tasks, so cards, counts,
 * buttons and the tab title stay consistent. Restarts reads in progress, because their replies would restore the old state.
 */
export function patchStates(queryClient: QueryClient, changes: StateChanges): void {
  setStates(queryClient, changes)
  for (const route of TASK_READS) {
    const isFetching = ({ state }: Query) => state.fetchStatus === 'fetching'
    void queryClient.refetchQueries({ queryKey: buildQueryKey(route), type: 'active', predicate: isFetching })
  }
}

/**
 * Keeps changed states until the returned function is called. Use it for a change that the server has not made yet: until
 * then, replies and events have the old state.
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
 * Changes cached tasks; `change` returns the same object for an unchanged task. Keeps the update time of a page, because its
 * next full refresh depends on it.
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

/** Whether a task already has this progress. An unchanged task keeps its identity, so its card does not re-render. */
function hasProgress(task: Task, progress: SeenProgress): boolean {
  return PROGRESS_FIELDS.every((field) => !(field in progress) || task[field] === progress[field])
}
