import type { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import type { ReadReply } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import { TASKS_PAGE_SIZE } from '#contract/task-routes.ts'
import type { TaskType } from '#contract/task-type.ts'
import type { ListedView } from './listed-view.ts'
import { patchTask } from './patch-task.ts'
import { matchesFilter } from './task-filter.ts'

export type TaskList = ReadReply<typeof api.tasks.list>
type TasksEvent = Extract<PushEvent, { kind: 'tasks' }>

interface Change {
  event: PushEvent
  view: ListedView
  /** Task types in their order; undefined until they have loaded. */
  types: readonly Pick<TaskType, 'id'>[] | undefined
}

/**
 * Applies an event to a page of the list. Sets `isOutdated` if a task moves from or to another page, because the page then
 * lacks tasks.
 */
export function patchList(list: TaskList, { event, view, types }: Change): { list: TaskList; isOutdated: boolean } {
  const patched = list.syncTasks.map((task) => patchTask(task, event))
  const isSame = patched.every((task, at) => task === list.syncTasks[at])
  const replaced = isSame ? list : { ...list, syncTasks: patched }
  if (event.kind !== 'tasks') return { list: replaced, isOutdated: false }
  const { moved, left } = movesIn(list, { event, view })
  if (moved.length === 0 && left.size === 0) {
    return { list: withCounts(replaced, { event, view }), isOutdated: isElsewhere(list, { event, view }) }
  }
  const sorted = isPaged(list, view) ? undefined : rearranged(replaced.syncTasks, { moved, left, types })
  if (!sorted || sorted.length > TASKS_PAGE_SIZE) return { list: replaced, isOutdated: true }
  return {
    list: withCounts({ ...replaced, syncTasks: sorted }, { event, view }),
    isOutdated: isElsewhere(list, { event, view }),
  }
}

/** Finds tasks that enter the list or move within it, and tasks that leave it. */
function movesIn(list: TaskList, { event, view }: { event: TasksEvent; view: ListedView }) {
  const edited = new Set(event.edited_ids)
  const listed = new Map(list.syncTasks.map((task) => [task.id, task]))
  const left = new Set(event.removed_ids.filter((id) => listed.has(id)))
  const moved: Task[] = []
  for (const task of event.tasks) {
    const before = listed.get(task.id)
    // Only a person's change can affect whether a task matches, unless the filter has a status.
    if (!edited.has(task.id) && view.filter.status === undefined) continue
    if (!matchesFilter(task, view.filter)) {
      if (before) left.add(task.id)
    } else if (
      !before ||
      before.sort_order !== task.sort_order ||
      before.sync_task_type_id !== task.sync_task_type_id
    ) {
      moved.push(task)
    }
  }
  return { moved, left }
}

/** Whether a change outside the page affects the page, or the totals of all pages. */
function isElsewhere(list: TaskList, { event, view }: { event: TasksEvent; view: ListedView }): boolean {
  if (event.counts && list.only_samples) return true
  return event.removed_ids.length > 0 && isPaged(list, view)
}

function isPaged({ totalPages }: TaskList, { page }: ListedView): boolean {
  return totalPages > 1 || page > 1
}

interface Rearrangement {
  moved: readonly Task[]
  left: ReadonlySet<number>
  types: Change['types']
}

/** Sorts the tasks by type and position, as the server does. Undefined while the order of a type is unknown. */
function rearranged(tasks: readonly Task[], { moved, left, types }: Rearrangement): Task[] | undefined {
  const movedIds = new Set(moved.map(({ id }) => id))
  const all = [...tasks.filter(({ id }) => !left.has(id) && !movedIds.has(id)), ...moved]
  const ranks = new Map(types?.map(({ id }, rank) => [id, rank]))
  if (!all.every(({ sync_task_type_id }) => ranks.has(sync_task_type_id))) return undefined
  const findRank = (task: Task) => ranks.get(task.sync_task_type_id) ?? 0
  return all.sort((a, b) => findRank(a) - findRank(b) || a.sort_order - b.sort_order || a.id - b.id)
}

function withCounts(list: TaskList, { event, view }: { event: TasksEvent; view: ListedView }): TaskList {
  const { counts } = event
  const isWholeList = !isPaged(list, view)
  if (!counts && !isWholeList) return list
  const total = counts?.total ?? list.total
  const { typeId, status, name } = view.filter
  const isUnfiltered = typeId === undefined && status === undefined && name.trim() === ''
  const matching = isWholeList ? list.syncTasks.length : isUnfiltered ? total : list.matching
  const pages = matching === undefined ? list.totalPages : Math.max(1, Math.ceil(matching / TASKS_PAGE_SIZE))
  const isSame = total === list.total && matching === list.matching && pages === list.totalPages
  return isSame
    ? list
    : { ...list, ...(total !== undefined && { total }), ...(matching !== undefined && { matching }), totalPages: pages }
}
