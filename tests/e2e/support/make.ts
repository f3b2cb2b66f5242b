import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'
import type { ApiClient } from '#tests/support/api-client.ts'

/** Makes a task type with the given fields and the usual ones for the rest. */
export function makeType(client: ApiClient, fields: { name: string; depends_on_id?: number; chunk_size?: number }) {
  return client.call(api.taskTypes.create, { body: fields })
}

interface NewTask {
  type: TaskType
  name: string
  source_ss_id?: string
  source_sheet_name?: string
}

/** Makes a task of `type` that writes into a spreadsheet of its own name; without a source it can never run. */
export function makeTask(client: ApiClient, { type, name, source_ss_id = 'nowhere', source_sheet_name = '' }: NewTask) {
  const target_ss_id = `target-of-${name.replaceAll(/\W/g, '-')}`
  return client.call(api.tasks.create, {
    body: { sync_task_type_id: type.id, name, source_ss_id, target_ss_id, source_sheet_name },
  })
}

/** One of the sample tasks. */
export async function sampleTask(client: ApiClient, { type, name }: { type: string; name: string }): Promise<Task> {
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  const task = syncTasks.find((one) => one.task_type.name === type && one.name === name)
  if (!task) throw new Error(`There is no sample task ${name} of the type ${type}`)
  return task
}
