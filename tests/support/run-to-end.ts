import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'

/** Waits until a task has no run in progress, and returns the task. */
export function untilEnded(client: ApiClient, taskId: number): Promise<Task> {
  const params = { id: taskId }
  return eventually({
    what: `the run of task ${taskId} to end`,
    // Read the status of all tasks, because it takes half as many queries as reading a task.
    read: async () => {
      const { all_running_status } = await client.call(api.tasks.statusAll, {})
      return all_running_status[taskId]?.running_status ? undefined : await client.call(api.tasks.get, { params })
    },
    until: (task): task is Task => task !== undefined && !task.running_status,
    details: () => client.call(api.taskLogs.list, { params }),
  })
}

/** Runs a task and waits until the run has ended. */
export async function runToEnd(client: ApiClient, taskId: number): Promise<Task> {
  const { status, message } = await client.call(api.tasks.execute, { params: { id: taskId }, body: {} })
  if (status !== 'success') throw new Error(`Task ${taskId} was not queued: ${message}`)
  return await untilEnded(client, taskId)
}

/** @throws unless the run ends in Success */
export async function runToSuccess(client: ApiClient, taskId: number): Promise<void> {
  const { task_status, latest_log } = await runToEnd(client, taskId)
  if (task_status !== 'Success') throw new Error(`Task ${taskId} ended in ${task_status}: ${latest_log?.message}`)
}
