import type { Page, Route } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { withoutPush } from './without-push.ts'

/**
 * Changes tasks in the server's replies to the list and to the states of all, for states that a run reaches only after
 * minutes. Pushed events are blocked, and only the browser applies filters: the server does not know the changed
 * states.
 */
export async function overrideTasks(page: Page, change: (task: Task) => Partial<Task>): Promise<void> {
  const changed = (task: Task): Task => ({ ...task, ...change(task) })
  await withoutPush(page)
  await page.route(`**${api.tasks.statusAll.path}`, async (call) => {
    const { origin } = new URL(call.request().url())
    const list = await (await call.fetch({ url: origin + api.tasks.list.path, headers: unconditional(call) })).json()
    const states = list.syncTasks.map((task: Task) => [task.id, changed(task)])
    await call.fulfill({ json: { all_running_status: Object.fromEntries(states), all_running: false } })
  })
  await page.route(
    ({ pathname }) => pathname === api.tasks.list.path,
    async (call) => {
      if (call.request().method() !== 'GET') return call.fallback()
      const response = await call.fetch({ url: withoutFilter(call.request().url()), headers: unconditional(call) })
      const list = await response.json()
      await call.fulfill({ response, json: { ...list, syncTasks: list.syncTasks.map(changed) } })
    },
  )
}

/** Headers that request the whole reply: the page may have a changed one, and the server knows only its own. */
function unconditional(call: Route): Record<string, string> {
  const { 'if-none-match': _, ...headers } = call.request().headers()
  return headers
}

function withoutFilter(address: string): string {
  const url = new URL(address)
  for (const name of ['sync_task_type_id', 'status', 'search']) url.searchParams.delete(name)
  return url.href
}
