import { type Task, TaskStatus } from '#contract/task.ts'

/** What the list is narrowed to; undefined and an empty name let everything through. */
export interface TaskFilter {
  typeId: number | undefined
  status: TaskStatus | undefined
  name: string
}

/** Reads the filter from an address; what is not understood filters nothing. */
export function filterFromSearch(search: URLSearchParams): TaskFilter {
  const typeId = Number(search.get('type'))
  const wanted = search.get('status')?.toLowerCase()
  return {
    typeId: Number.isInteger(typeId) && typeId > 0 ? typeId : undefined,
    status: TaskStatus.options.find((status) => status.toLowerCase() === wanted),
    name: search.get('name') ?? '',
  }
}

/** The address's other parts with the filter put in; a filter that lets everything through leaves no trace. */
export function searchWithFilter(search: URLSearchParams, filter: TaskFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  const parts = { type: filter.typeId?.toString(), status: filter.status, name: filter.name }
  for (const [key, value] of Object.entries(parts)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** Tasks of the type and status whose names hold every word that was typed. */
export function filterTasks(tasks: readonly Task[], { typeId, status, name }: TaskFilter): Task[] {
  const words = name.toLowerCase().split(/\s+/).filter(Boolean)
  return tasks.filter(
    (task) =>
      (typeId === undefined || task.sync_task_type_id === typeId) &&
      (status === undefined || task.task_status === status) &&
      words.every((word) => namesOf(task).includes(word)),
  )
}

function namesOf(task: Task): string {
  const names = [task.name, task.source_sheet_name, task.target_sheet_name, task.source_ss_name, task.target_ss_name]
  return names.join('\n').toLowerCase()
}
