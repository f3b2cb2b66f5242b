import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { errorReply, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('bulk actions report how many tasks succeeded and name those that failed', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Picked', allowed_concurrent_tasks: 5 })
  for (const name of ['apple', 'berry']) {
    const task = await createRunnableTask({ client, provider }, { type, name })
    await provider.delayReplies(task.source_ss_id)
  }
  await createTask(client, { type, name: 'acorn', target_sheet_name: 'acorn', is_active: false })
  await page.goto('/sync_tasks')
  const { card, cards, dialog, nameFilter } = taskListOn(page)
  const { bar, act } = selectionBar(page)
  await expect(bar).toHaveCount(0)

  await card('apple').getByRole('checkbox', { name: 'Select apple' }).check()
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await act('Select all 3 shown')
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await act('Run')
  await expect(
    toast(page, 'Queued 2 of 3 tasks. acorn (Picked): Task is inactive. Activate it before running it.'),
  ).toBeVisible()
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await expect(card('acorn').getByRole('checkbox')).toBeChecked()
  await act('Clear selection')
  await expect(bar).toHaveCount(0)
  await expect(cards.and(page.locator('[data-status="Running"]'))).toHaveCount(2)

  await nameFilter.fill('apple')
  await card('apple').getByRole('checkbox').check()
  await act('Stop')
  await expect(toast(page, 'Stopped 1 of 1 task.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(card('apple')).toHaveAttribute('data-status', 'Stopped')
  await nameFilter.fill('')
  await expect(card('berry')).toHaveAttribute('data-status', 'Running')

  for (const name of ['apple', 'acorn']) await card(name).getByRole('checkbox').check()
  await act('Activate')
  await expect(toast(page, 'Activated 2 of 2 tasks.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(cards.and(page.locator('[data-inactive]'))).toHaveCount(0)
  for (const name of ['apple', 'acorn']) await card(name).getByRole('checkbox').check()
  await withMockReply(page, { route: api.tasks.toggleAllActive, reply: errorReply(503, 'Not now.') }, async () => {
    await act('Deactivate')
    await expect(toast(page, /^Deactivated 0 of 2 tasks\. .*acorn \(Picked\): Not now\./)).toBeVisible()
    await expect(bar.getByRole('status')).toHaveText('2 selected')
  })
  await act('Deactivate')
  await expect(toast(page, 'Deactivated 2 of 2 tasks.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  for (const name of ['apple', 'berry', 'acorn']) await card(name).getByRole('checkbox').check()
  await act('Delete')
  const confirmation = dialog('Delete Sync Tasks')
  await expect(confirmation).toContainText('The 3 selected tasks will be deleted.')
  await confirmation.getByRole('button', { name: 'Delete 3 tasks' }).click()
  await expect(
    toast(page, 'Deleted 2 of 3 tasks. berry (Picked): Cannot delete while the task is running'),
  ).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await expect(card('berry').getByRole('checkbox')).toBeChecked()
})

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
