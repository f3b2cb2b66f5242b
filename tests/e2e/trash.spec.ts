import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('what was deleted can be taken back at once, and from the trash, or deleted for good', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Ledgers' })
  for (const name of ['Invoices', 'Receipts']) {
    await createTask(client, { type, name, target_sheet_name: name })
  }
  await page.goto('/sync_tasks')
  const { card, cards, dialog } = taskListOn(page)
  const undo = page.getByRole('button', { name: 'Undo' })

  await card('Invoices').getByRole('checkbox', { name: 'Select Invoices' }).check()
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog('Delete Sync Tasks')).toContainText(
    'The 1 selected task will be deleted. You can restore it from the trash for 30 days.',
  )
  await dialog('Delete Sync Tasks').getByRole('button', { name: 'Delete 1 task' }).click()
  await expect(cards).toHaveCount(1)
  await undo.click()
  await expect(toast(page, 'Restored 1 task.')).toBeVisible()
  await expect(cards).toHaveCount(2)

  await client.call(api.tasks.removeAll, {})
  await client.call(api.taskTypes.remove, { params: { id: type.id } })
  await page.goto('/sync_tasks')
  const neighbors = page.getByRole('navigation', { name: 'Sync Tasks' })
  await neighbors.getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL('/sync_tasks/trash')
  await expect(neighbors.getByRole('link', { name: 'Trash' })).toHaveAttribute('aria-current', 'page')
  const entries = page.getByRole('list', { name: 'Trash' }).getByRole('listitem')
  await expect(entries.first()).toContainText(/^LedgersTask type · deleted .* by ada@example\.com · until /)
  await expect(entries.nth(1)).toContainText('Invoices, ReceiptsDelete All: 2 tasks')
  await page.getByRole('button', { name: 'Restore Invoices, Receipts' }).click()
  await expect(toast(page, 'Restored 2 tasks and 1 task type.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore Invoices, Receipts' })).toHaveCount(0)
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  expect(syncTasks.map(({ name, sort_order }) => [name, sort_order])).toEqual([
    ['Invoices', 1],
    ['Receipts', 2],
  ])

  await client.call(api.tasks.remove, { params: { id: syncTasks[1]?.id ?? 0 } })
  await page.reload()
  await page.getByRole('button', { name: 'Delete for good: Receipts' }).click()
  const confirmation = dialog('Delete for good')
  await expect(confirmation).toContainText('Receipts will be deleted for good, with its log, data copy and history.')
  await confirmation.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('button', { name: 'Delete for good: Receipts' })).toHaveCount(0)
  await expect(confirmation).toHaveCount(0)
})
