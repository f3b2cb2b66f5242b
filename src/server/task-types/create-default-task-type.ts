import { TaskTypeFields } from '#contract/task-type.ts'
import type { Orm } from '#server/storage/database.ts'
import { createTaskType } from './edit-task-type.ts'

/** Adds a task type to a new database, so the first task needs no type of its own. */
export async function createDefaultTaskType(tx: Orm): Promise<void> {
  await createTaskType(tx, TaskTypeFields.parse({ name: 'Default' }))
}
