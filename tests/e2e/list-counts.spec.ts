import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('the counts above the list are filters, and what people do about a state is beside them', async ({
  page,
  client,
  provider,
}) => {
  const masters = await createType(client, { name: 'Masters', max_retries: 0 })
  const reports = await createType(client, { name: 'Reports', max_retries: 0, depends_on_id: masters.id })
  await createTask(client, { type: masters, name: 'bad', target_sheet_name: 'bad' })
  await createTask(client, { type: masters, name: 'unused', target_sheet_name: 'unused', is_active: false })
  for (const name of ['report 1', 'report 2']) await createRunnableTask({ client, provider }, { type: reports, name })
  await client.call(api.tasks.executeAll, {})
  await page.goto('/sync_tasks')
  const { cards, card, summary, statusFilter, typeFilter } = taskListOn(page)
  await summary.getByRole('button', { name: '1 Error' }).click()
  await expect(page).toHaveURL('/sync_tasks?status=Error')
  await expect(statusFilter).toHaveValue('Error')
  await expect(cards).toHaveCount(1)
  await expectAccessible(page, 'a pressed count', { within: 'header' })

  await statusFilter.selectOption('Not run')
  await expect(page).toHaveURL(/status=Warning&warning=not_run/)
  await expect(cards).toHaveCount(2)
  await expect(summary.getByRole('button', { name: '1 Error' })).toHaveAttribute('aria-pressed', 'false')
  await summary.getByRole('button', { name: 'Run these 2' }).click()
  await expect(toast(page, 'Queued 2 of 2 tasks.')).toBeVisible()
  await expect(cards).toHaveCount(0)

  await typeFilter.selectOption('Masters')
  await summary.getByRole('button', { name: '1 inactive' }).click()
  await expect(page).toHaveURL(/active=false/)
  await expect(summary).toContainText('4 total, 0 filtered')
  await summary.getByRole('button', { name: '4 total' }).click()
  await expect(page).toHaveURL('/sync_tasks')
  await expect(cards).toHaveCount(4)
  await summary.getByRole('button', { name: '1 inactive' }).click()
  await expect(cards).toHaveCount(1)
  await expect(card('unused')).toBeVisible()
  await card('unused').getByRole('switch').click()
  await expect(cards).toHaveCount(0)
  await summary.getByRole('button', { name: '0 inactive' }).click()
  await expect(page).toHaveURL('/sync_tasks')
  await expect(cards).toHaveCount(4)
})

test('the status select finds held tasks, and leads to the table where people decide', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Guarded', max_retries: 0 })
  const task = await createRunnableTask({ client, provider }, { type, name: 'emptied', rows: [['id']] })
  await runToEnd(client, task.id)
  await page.goto('/sync_tasks')
  const { statusFilter, summary } = taskListOn(page)
  await statusFilter.selectOption('Held')
  await expect(page).toHaveURL(/status=Warning&warning=held/)
  await summary.getByRole('link', { name: 'Decide about all held tasks' }).click()
  await expect(page).toHaveURL('/sync_tasks?held=true')
})

test('a pasted link finds the tasks of a file', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Linked' })
  const found = await createRunnableTask({ client, provider }, { type, name: 'found' })
  await createTask(client, { type, name: 'other', target_sheet_name: 'other' })
  await page.goto('/sync_tasks')
  const { cards, card, nameFilter } = taskListOn(page)
  await expect(cards).toHaveCount(2)
  for (const text of [`https://docs.google.com/spreadsheets/d/${found.target_ss_id}/edit#gid=0`, found.source_ss_id]) {
    await nameFilter.fill(text)
    await expect(cards).toHaveCount(1)
    await expect(card('found')).toBeVisible()
    await nameFilter.fill('')
    await expect(cards).toHaveCount(2)
  }
})
