import { randomUUID } from 'node:crypto'
import { TaskFields } from '#contract/task-fields.ts'
import { TaskTypeFields } from '#contract/task-type.ts'

/** Valid fields of a task of its own, with what the test says about it. */
export function buildTaskFields(said: { sync_task_type_id: number } & Partial<TaskFields>): TaskFields {
  const unique = randomUUID()
  return TaskFields.parse({ name: `Task ${unique}`, source_ss_id: `source-${unique}`, target_ss_id: 'target', ...said })
}

/** Valid fields of a task type, with what the test says about it. */
export function buildTaskTypeFields(said: Partial<TaskTypeFields> = {}): TaskTypeFields {
  return TaskTypeFields.parse({ name: `Type ${randomUUID()}`, ...said })
}
