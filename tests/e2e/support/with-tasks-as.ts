import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'

/**
 * Changes tasks in the server's answers, for states that would take a run many minutes to reach. Only the page of tasks
 * is changed: what is told of their states beside it is held back.
 */
export async function withTasksAs(page: Page, change: (task: Task) => Partial<Task>): Promise<void> {
  const changed = (task: Task): Task => ({ ...task, ...change(task) })
  await page.route(`**${api.events.stream.path}`, (call) => call.abort())
  await page.route(`**${api.tasks.statusAll.path}`, (call) =>
    call.fulfill({ json: { all_running_status: {}, all_running: false } }),
  )
  await page.route(
    ({ pathname }) => pathname === api.tasks.list.path,
    async (call) => {
      if (call.request().method() !== 'GET') return call.fallback()
      const response = await call.fetch()
      const list = await response.json()
      await call.fulfill({ response, json: { ...list, syncTasks: list.syncTasks.map(changed) } })
    },
  )
}
