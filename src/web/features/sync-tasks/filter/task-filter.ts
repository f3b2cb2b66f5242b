import { type Task, TaskStatus } from '#contract/task.ts'

/** The filter of the list; undefined values and an empty name match everything. */
export interface TaskFilter {
  typeId: number | undefined
  status: TaskStatus | undefined
  name: string
}

/** Reads the filter from the query string; invalid values are ignored. */
export function filterFromSearch(search: URLSearchParams): TaskFilter {
  const typeId = Number(search.get('type'))
  const statusName = search.get('status')?.toLowerCase()
  return {
    typeId: Number.isInteger(typeId) && typeId > 0 ? typeId : undefined,
    status: TaskStatus.options.find((status) => status.toLowerCase() === statusName),
    name: search.get('name') ?? '',
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
  const words = name.toLowerCase().split(/\s+/).filter(Boolean)
  return tasks.filter(
    (task) =>
      (typeId === undefined || task.sync_task_type_id === typeId) &&
      (status === undefined || task.task_status === status) &&
      words.every((word) => textOf(task).includes(word)),
  )
}

function textOf(task: Task): string {
  const { name, source_sheet_name, target_sheet_name, source_ss_name, target_ss_name, notes } = task
  return [name, source_sheet_name, target_sheet_name, source_ss_name, target_ss_name, notes].join('\n').toLowerCase()
}
