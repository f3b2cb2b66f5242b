import { type TaskType, TaskTypeFields } from '#contract/task-type.ts'

/** Builds a task type as the server sends it, with the defaults of a new type. */
export function buildTaskTypeReply(fields: Partial<TaskType> = {}): TaskType {
  const defaults = TaskTypeFields.parse({ name: 'Masters' })
  return { id: 1, ...defaults, dependency_chain: [], tasks_count: 0, dependent_types_count: 0, ...fields }
}
