import { TaskTypeFields } from '#contract/task-type.ts'
import type { Orm } from '#server/storage/database.ts'
import { createTaskType } from './edit-task-type.ts'

/** Adds the task type of a new database, so the first task can be added without one of its own. */
export async function createDefaultTaskType(tx: Orm): Promise<void> {
  await createTaskType(tx, TaskTypeFields.parse({ name: 'Default' }))
}
