import { expect } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

test('a new task is scrolled to and marked, and its toast opens or previews it', async ({ page, client }) => {
  const type = await createType(client, { name: 'Growing' })
  await createType(client, { name: 'Other' })
  for (const at of Array.from({ length: 30 }, (_, index) => index)) {
    await createTask(client, { type, name: `old ${at}`, target_sheet_name: `old ${at}` })
  }
  await page.goto('/sync_tasks')
  const { addTask, card, dialog } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  await form.getByRole('combobox', { name: 'Task type' }).fill('Growing')
  await page.getByRole('listbox').getByRole('option', { name: 'Growing' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('brand new')
  await form.getByLabel('Source spreadsheet ID').fill('new-source')
  await form.getByLabel('Target spreadsheet ID').fill('new-target')
  await expect(form.getByText(/^Runs (tonight|today|tomorrow) at (04|23):00$/)).toBeVisible()
  await form.getByRole('textbox', { name: 'Scheduled times' }).fill('')
  await expect(form.getByText('No schedule', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Add Task' }).click()
  const added = page.getByRole('article', { name: 'brand new' })
  await expect(added).toBeInViewport()
  await expect(added).toHaveAttribute('data-marked', 'true')
  const offer = page.getByRole('alert').filter({ hasText: 'Sync task added' })
  await expect(offer.getByRole('button', { name: 'Preview' })).toBeVisible()
  await offer.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/sync_tasks\/\d+$/)
  await expect(card('old 0')).toHaveCount(0)
})

test('the counts above the list are filters, and what people do about a state is beside them', async ({
  page,
  client,
  server,
}) => {
  const masters = await createType(client, { name: 'Masters', max_retries: 0 })
  const reports = await createType(client, { name: 'Reports', max_retries: 0, depends_on_id: masters.id })
  await createTask(client, { type: masters, name: 'bad', target_sheet_name: 'bad' })
  await createTask(client, { type: masters, name: 'unused', target_sheet_name: 'unused', is_active: false })
  for (const name of ['report 1', 'report 2'])
    await createTask(client, { type: reports, name, target_sheet_name: name })
  const recent_runs = [{ id: 1, status: 'Warning', started_at: null, seconds: null }] as const
  server.changeTasks(({ name }) => (name === 'bad' ? { task_status: 'Error' } : {}))
  server.changeTasks(({ name }) =>
    name.startsWith('report') ? { task_status: 'Warning', recent_runs: [...recent_runs] } : {},
  )
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
  server,
}) => {
  const type = await createType(client, { name: 'Guarded', max_retries: 0 })
  const task = await createTask(client, { type, name: 'emptied', target_sheet_name: 'emptied' })
  server.changeTask(task.id, { task_status: 'Warning', can_copy_anyway: true })
  await page.goto('/sync_tasks')
  const { statusFilter, summary } = taskListOn(page)
  await statusFilter.selectOption('Held')
  await expect(page).toHaveURL(/status=Warning&warning=held/)
  await summary.getByRole('link', { name: 'Decide about all held tasks' }).click()
  await expect(page).toHaveURL('/sync_tasks?held=true')
})

test('a pasted link finds the tasks of a file', async ({ page, client }) => {
  const type = await createType(client, { name: 'Linked' })
  const fields = { source_ss_id: 'source-of-found', target_sheet_name: 'found' }
  const found = await createTask(client, { type, name: 'found', ...fields })
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
