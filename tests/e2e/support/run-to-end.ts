import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { ApiClient } from '#tests/support/api-client.ts'

/** Runs a task and waits until that run has ended well. */
export async function runToEnd(client: ApiClient, taskId: number): Promise<void> {
  const { status, message } = await client.call(api.tasks.execute, { params: { id: taskId }, body: {} })
  expect(status, message).toBe('success')
  await expect.poll(() => stateOf(client, taskId), { timeout: 60_000 }).toEqual({ isRunning: false, status: 'Success' })
}

async function stateOf(client: ApiClient, id: number): Promise<{ isRunning: boolean; status: Task['task_status'] }> {
  const { running_status, task_status } = await client.call(api.tasks.get, { params: { id } })
  return { isRunning: running_status, status: task_status }
}
