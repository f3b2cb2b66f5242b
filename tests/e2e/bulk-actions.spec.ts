import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { errorReply, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

function selectionBar(page: Page) {
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  return { bar, act: (name: string) => bar.getByRole('button', { name, exact: true }).click() }
}

test('a selection is one call and one entry in Activity, and one call for each task on a server without it', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Picked' })
  for (const name of ['one', 'two', 'three']) await createTask(client, { type, name, target_sheet_name: name })
  const calls: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && calls.push(new URL(request.url()).pathname))
  await page.goto('/sync_tasks')
  const { card, cards } = taskListOn(page)
  const { bar, act } = selectionBar(page)
  const select = async () => {
    await card('one').getByRole('checkbox').check()
    await act('Select all 3 shown')
  }
  await select()
  await act('Deactivate')
  await expect(toast(page, 'Deactivated 3 of 3 tasks.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await select()
  await act('Activate')
  await expect(toast(page, 'Activated 3 of 3 tasks.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  const once = Array(2).fill('/api/sync_tasks/toggle_all_active')
  expect(calls).toEqual(once)
  const { entries } = await client.call(api.activity.list, { query: { kind: 'tasks_toggled' } })
  expect(entries.slice(0, 2).map(({ count }) => count)).toEqual([3, 3])

  await select()
  await withMockReply(page, { route: api.selectedTasks.stop, reply: errorReply(404, 'Not found') }, async () => {
    await act('Stop')
    await expect(toast(page, /^Stopped 0 of 3 tasks\./)).toBeVisible()
  })
  expect(calls.filter((path) => path.startsWith('/api/sync_tasks/stop/'))).toHaveLength(3)
  await act('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 tasks' }).click()
  await expect(cards).toHaveCount(0)
  const { entries: deleted } = await client.call(api.trash.list, { query: {} })
  expect(deleted[0]?.count).toBe(3)
})
