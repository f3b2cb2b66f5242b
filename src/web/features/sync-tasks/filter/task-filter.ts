import { MAX_SEARCH_LENGTH, statusNamed, type Task, type TaskStatus } from '#contract/task.ts'
import { matchesSearch, searchWords } from '#domain/tasks/task-search.ts'

/** The filter of the list; undefined values and an empty name match everything. */
export interface TaskFilter {
  typeId: number | undefined
  status: TaskStatus | undefined
  name: string
}

/** Reads the filter from the query string; invalid values are ignored. */
export function filterFromSearch(search: URLSearchParams): TaskFilter {
  const typeId = Number(search.get('type'))
  return {
    typeId: Number.isInteger(typeId) && typeId > 0 ? typeId : undefined,
    status: statusNamed(search.get('status') ?? ''),
    name: search.get('name')?.slice(0, MAX_SEARCH_LENGTH) ?? '',
  }
}

/** The query string with the filter set. Values that match everything are left out. */
export function searchWithFilter(search: URLSearchParams, filter: TaskFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  const parts = { type: filter.typeId?.toString(), status: filter.status, name: filter.name }
  for (const [key, value] of Object.entries(parts)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** The tasks of the type and status whose names and notes contain every word. */
export function filterTasks(tasks: readonly Task[], { typeId, status, name }: TaskFilter): Task[] {
  const words = searchWords(name)
  return tasks.filter(
    (task) =>
      (typeId === undefined || task.sync_task_type_id === typeId) &&
      (status === undefined || task.task_status === status) &&
      matchesSearch(task, words),
  )
}
