import { expect } from '@playwright/test'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('a type is run and stopped as a group, and Toggle All changes tasks of all types', async ({
  page,
  client,
  provider,
}) => {
  const busy = await createType(client, { name: 'Busy', allowed_concurrent_tasks: 2 })
  for (const name of ['first', 'second']) {
    const task = await createRunnableTask({ client, provider }, { type: busy, name })
    await provider.delayReplies(task.source_ss_id)
  }
  const idle = await createType(client, { name: 'Idle' })
  await createTask(client, { type: idle, name: 'third', target_sheet_name: 'third' })
  await page.goto('/sync_tasks')
  const { card, cards, summary, toggleAll } = taskListOn(page)
  const withStatus = (status: string) => cards.and(page.locator(`[data-status="${status}"]`))
  await page.getByRole('button', { name: 'Run Group Busy' }).first().click()
  await expect(toast(page, '2 tasks queued in Busy.')).toBeVisible()
  await expect(withStatus('Running')).toHaveCount(2)
  await page.getByRole('button', { name: 'Stop Group Busy' }).first().click()
  await expect(toast(page, 'Stopping 2 tasks in Busy.')).toBeVisible()
  await expect(withStatus('Stopped')).toHaveCount(2)
  await expect(card('third')).toHaveAttribute('data-status', 'Pending')

  await toggleAll.click()
  await expect(toast(page, /^3 tasks are inactive\./)).toBeVisible()
  await page.reload()
  await expect(summary).toContainText('3 inactive')
  await toggleAll.click()
  await expect(toast(page, /^3 tasks are active\./)).toBeVisible()
  await page.reload()
  await expect(summary).toContainText('0 inactive')
})

test('an added type is moved up, and a reloaded page keeps its place', async ({ page, client }) => {
  await createType(client, { name: 'Masters' })
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Add Type' }).click()
  const form = page.getByRole('dialog', { name: 'Add Sync Task Type' })
  await form.getByLabel('Type Name').fill('Atlas')
  await form.getByRole('combobox', { name: 'Depends On' }).click()
  await page.getByRole('option', { name: 'Masters' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Task type created successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: /Atlas/ })).toContainText('MastersAtlas')

  const names = page.getByRole('button', { name: /^Reorder / })
  await page.getByRole('button', { name: 'Reorder Atlas', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Atlas picked up, position 2 of 2.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Atlas moved to position 1')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(toast(page, 'Order updated')).toBeVisible()
  await page.reload()
  await expect(names.first()).toHaveAccessibleName('Reorder Atlas')
})

test('a pasted link finds the tasks of a file', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Linked' })
  const found = await createRunnableTask({ client, provider }, { type, name: 'found' })
  await createTask(client, { type, name: 'other', target_sheet_name: 'other' })
  await page.goto('/sync_tasks')
  const { cards, card, nameFilter } = taskListOn(page)
  await expect(cards).toHaveCount(2)
  await nameFilter.fill(`https://docs.google.com/spreadsheets/d/${found.target_ss_id}/edit#gid=0`)
  await expect(cards).toHaveCount(1)
  await expect(card('found')).toBeVisible()
})
