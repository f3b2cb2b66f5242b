import type { FreshnessState } from '#contract/freshness.ts'
import type { Task } from '#contract/task.ts'
import type { TaskStatus, WarningReason } from '#contract/task-progress.ts'
import { matchesSearch, searchWords } from '#domain/tasks/task-search.ts'
import { warningReason } from '#domain/tasks/warning-reason.ts'

/** The tasks to list; undefined values and an empty name match everything. */
export interface TaskFilter {
  typeId: number | undefined
  status: TaskStatus | undefined
  /** Reason for a warning, set only with the status Warning. */
  warning: WarningReason | undefined
  /** Freshness of the targets, for tasks with a freshness promise. */
  freshness: FreshnessState | undefined
  isActive: boolean | undefined
  /** Words in the names or notes of a task, or a spreadsheet as its ID or link. */
  name: string
}

/** Clears the fields of a filter that select a state. */
export const NO_STATE = { status: undefined, warning: undefined, freshness: undefined, isActive: undefined }

export const NO_FILTER: TaskFilter = {
  ...NO_STATE,
  typeId: undefined,
  name: '',
}

/** Whether a task is of the type and status, and its names and notes contain every word. */
export function matchesFilter(task: Task, { typeId, status, warning, freshness, isActive, name }: TaskFilter): boolean {
  return (
    (typeId === undefined || task.sync_task_type_id === typeId) &&
    (status === undefined || task.task_status === status) &&
    (warning === undefined || warningReason(task) === warning) &&
    (freshness === undefined || task.freshness?.state === freshness) &&
    (isActive === undefined || task.is_active === isActive) &&
    matchesSearch(task, searchWords(name))
  )
}
