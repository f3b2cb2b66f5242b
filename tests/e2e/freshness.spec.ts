import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectDialogAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'
import { withoutPush } from './support/without-push.ts'

test('a promise is set in the form, and a target that is late is red, counted, filtered and on Home with its cause', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Nightly' })
  const { id } = await createRunnableTask(
    { client, provider },
    { type, name: 'Fresh orders', rows: [['Name'], ['Ann']] },
  )
  await createRunnableTask({ client, provider }, { type, name: 'Any time', rows: [['Name']] })
  await page.goto('/sync_tasks')
  const { card, cards, statusFilter } = taskListOn(page)
  await card('Fresh orders').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'Freshness' }).click()
  await form.getByLabel('Never older than (minutes)').fill('120')
  await form.getByLabel('Fresh by').fill('25:00')
  await form.getByLabel('Fresh by').blur()
  await expect(form.getByText('Please enter a valid time in HH:MM format (24-hour)')).toBeVisible()
  await form.getByLabel('Fresh by').fill('')
  await expectDialogAccessible(page, 'form of a task')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(card('Fresh orders')).toContainText('Not copied yet')
  await expect(card('Any time').getByText('Freshness', { exact: true })).toHaveCount(0)
  await statusFilter.selectOption('Due')
  await expect(cards).toHaveCount(1)
  await expect(card('Fresh orders')).toBeVisible()
  await statusFilter.selectOption('All Statuses')
  await runToSuccess(client, id)
  await expect(card('Fresh orders')).toContainText('Fresh until')
  const { freshness } = await client.call(api.tasks.get, { params: { id } })

  // Show the task as if its last copy was long ago.
  const late = { ...freshness, state: 'late', due_at: '2026-01-15T12:30:00.000Z', cause: 'held' }
  // A pushed event would bring back the server's state.
  await withoutPush(page)
  await page.route(/\/api\/(sync_tasks\?|overview)/, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('freshness=late', 'freshness=fresh') })
    const json = await response.json()
    for (const task of json.syncTasks ?? []) if (task.id === id) task.freshness = late
    if (json.freshness) {
      const names = { name: 'Fresh orders', source_sheet_name: '', target_sheet_name: 'Fresh orders' }
      const task = { id, ...names, sync_task_type_id: type.id, task_type_name: 'Nightly' }
      const listed = { ...task, due_at: late.due_at, cause: late.cause }
      json.freshness = { tasks_count: 1, fresh: 0, due: 0, late: 1, late_tasks: [listed] }
    }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await expect(card('Fresh orders')).toContainText('Late since Jan 15, 07:30: its run is held')
  await statusFilter.selectOption('Late')
  await expect(page).toHaveURL(/freshness=late/)
  await expect(card('Any time')).toHaveCount(0)
  await expect(card('Fresh orders')).toBeVisible()
  await page.goto('/')
  const section = page.getByRole('region', { name: 'Freshness' })
  await expect(section).toContainText('Late: its run is held.')
  await section.getByRole('link', { name: '1 late' }).click()
  await expect(page).toHaveURL(/freshness=late/)
})

test('a type can tell the readers of its targets: the note is on the first cell in the spreadsheet', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Told' })
  const { id, target_ss_id } = await createRunnableTask({ client, provider }, { type, name: 'Told orders' })
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Edit Told' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  await modal.getByRole('button', { name: 'How fresh the target has to be' }).click()
  await modal.getByRole('combobox', { name: 'Tell readers in the target' }).click()
  await page.getByRole('option', { name: 'In a note on the first cell' }).click()
  await expectDialogAccessible(page, 'dialog of a task type')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal).toHaveCount(0)
  await runToSuccess(client, id)
  const { spreadsheet_url } = await client.call(api.operations.info, {})
  await page.goto(spreadsheet_url.replace('{id}', target_ss_id))
  const first = page.locator('[data-row="0"][data-column="0"]')
  await expect(first).toHaveAttribute(
    'title',
    /^Copied by Nano Sync from 'Data' of "Told orders source"\n[\s\S]*State: Up to date/,
  )
  await expect(first).toHaveAttribute('data-note', 'true')
})
