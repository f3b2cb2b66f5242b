import type { Task } from '#contract/task.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import { matchesSearch, searchWords } from '#domain/tasks/task-search.ts'

/** Which tasks to list; undefined values and an empty name match everything. */
export interface TaskFilter {
  typeId: number | undefined
  status: TaskStatus | undefined
  /** Words that occur in the names or notes of a task. */
  name: string
}

export const NO_FILTER: TaskFilter = { typeId: undefined, status: undefined, name: '' }

/** Whether a task is of the type and status, and its names and notes contain every word. */
export function matchesFilter(task: Task, { typeId, status, name }: TaskFilter): boolean {
  return (
    (typeId === undefined || task.sync_task_type_id === typeId) &&
    (status === undefined || task.task_status === status) &&
    matchesSearch(task, searchWords(name))
  )
}
