import { api } from '#contract/api.ts'
import type { CallInput } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import type { Provider } from './provider.ts'

export function createType(client: ApiClient, fields: CallInput<typeof api.taskTypes.create>['body']) {
  return client.call(api.taskTypes.create, { body: fields })
}

type NewTask = Partial<CallInput<typeof api.tasks.create>['body']> & { type: TaskType; name: string }

/**
 * Creates a task with a target spreadsheet of its own. Unless a source is given, its source does not exist, so it
 * cannot run.
 */
export function createTask(client: ApiClient, { type, name, source_ss_id = 'nowhere', ...fields }: NewTask) {
  const target_ss_id = `target-of-${name.replaceAll(/\W/g, '-')}`
  return client.call(api.tasks.create, {
    body: { sync_task_type_id: type.id, name, source_ss_id, target_ss_id, ...fields },
  })
}

/** Fields of a new task that can run, with the rows of its source. */
type NewRunnableTask = Omit<NewTask, 'source_ss_id' | 'target_ss_id' | 'rows'> & { rows?: Cell[][] }

/** Creates a task with the two spreadsheets it copies between. Its target tab, and so its card, has its name. */
export async function createRunnableTask(
  { client, provider }: { client: ApiClient; provider: Provider },
  { rows = [['id'], [1], [2]], ...task }: NewRunnableTask,
): Promise<Task> {
  const { name } = task
  return await createTask(client, {
    source_sheet_name: 'Data',
    target_sheet_name: name,
    ...task,
    source_ss_id: await provider.createSpreadsheet(`${name} source`, [{ title: 'Data', rows }]),
    target_ss_id: await provider.createSpreadsheet(`${name} target`, [{ title: name }]),
  })
}

/** @throws when the samples have no such task */
export async function findSampleTask(client: ApiClient, { type, name }: { type: string; name: string }): Promise<Task> {
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  const task = syncTasks.find((one) => one.task_type.name === type && one.name === name)
  if (!task) throw new Error(`There is no sample task '${name}' of type '${type}'`)
  return task
}
