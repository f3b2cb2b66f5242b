import { api } from '#contract/api.ts'
import type { CallInput } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'
import type { ApiClient } from '#tests/support/api-client.ts'

/** Makes a task type with the given fields and the usual ones for the rest. */
export function makeType(client: ApiClient, fields: CallInput<typeof api.taskTypes.create>['body']) {
  return client.call(api.taskTypes.create, { body: fields })
}

export type NewTask = Partial<CallInput<typeof api.tasks.create>['body']> & { type: TaskType; name: string }

/** Makes a task of `type` that writes into a spreadsheet of its own name; without a source it can never run. */
export function makeTask(client: ApiClient, { type, name, source_ss_id = 'nowhere', ...fields }: NewTask) {
  const target_ss_id = `target-of-${name.replaceAll(/\W/g, '-')}`
  return client.call(api.tasks.create, {
    body: { sync_task_type_id: type.id, name, source_ss_id, target_ss_id, ...fields },
  })
}

/** One of the sample tasks. */
export async function sampleTask(client: ApiClient, { type, name }: { type: string; name: string }): Promise<Task> {
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  const task = syncTasks.find((one) => one.task_type.name === type && one.name === name)
  if (!task) throw new Error(`There is no sample task ${name} of the type ${type}`)
  return task
}
