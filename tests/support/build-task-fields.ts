import { randomUUID } from 'node:crypto'
import { TaskFields } from '#contract/task-fields.ts'
import { TaskTypeFields } from '#contract/task-type.ts'

/** Valid fields of a task that conflicts with no other task. The given fields replace them. */
export function buildTaskFields(fields: { sync_task_type_id: number } & Partial<TaskFields>): TaskFields {
  const unique = randomUUID()
  return TaskFields.parse({
    name: `Task ${unique}`,
    source_ss_id: `source-${unique}`,
    target_ss_id: `target-${unique}`,
    ...fields,
  })
}

/** Valid fields of a task type with a unique name. The given fields replace them. */
export function buildTaskTypeFields(fields: Partial<TaskTypeFields> = {}): TaskTypeFields {
  return TaskTypeFields.parse({ name: `Type ${randomUUID()}`, ...fields })
}
