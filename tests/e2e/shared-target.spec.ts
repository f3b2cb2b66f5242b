import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'

test('a task that would share its target tab is not saved, and its field names the other task', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Masters' })
  await createTask(client, { type, name: 'North', source_ss_id: 'north', target_ss_id: 'book', target_sheet_name: 'A' })
  await createTask(client, { type, name: 'South', source_ss_id: 'south', target_ss_id: 'book', target_sheet_name: 'B' })
  await page.goto('/sync_tasks')
  await page.getByRole('article', { name: 'South' }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  const target = form.getByLabel('Target sheet name')
  await target.fill('A')
  await form.getByRole('button', { name: /^Save/ }).click()
  await expect(target).toHaveAccessibleDescription(/'North' \(Masters\) already writes to this tab\./)
  await target.fill('C')
  await form.getByRole('button', { name: /^Save/ }).click()
  await expect(form).toBeHidden()
})

test('the page of a task lists the tasks that write to the same tab, until they do not', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Masters' })
  const source_ss_id = await provider.createSpreadsheet('prices', [{ title: 'Data', rows: [['id'], [1], [2]] }])
  const target_ss_id = await provider.createSpreadsheet('book', [{ title: 'Prices' }])
  const first = await createTask(client, { type, name: 'First tab', source_ss_id, target_ss_id })
  const named = await createTask(client, { type, name: 'Named', target_ss_id, target_sheet_name: 'Prices' })
  // Only a run finds out that the first tab is the tab the other task names.
  await runToSuccess(client, first.id)
  await page.goto(`/sync_tasks/${first.id}`)
  const conflicts = page.getByRole('region', { name: 'Conflicting tasks' })
  await expect(conflicts).toContainText('Named (Masters) writes to the same tab; the two overwrite each other.')
  await client.call(api.tasks.update, { params: { id: first.id }, body: { notes: 'Both write there.' } })
  await expect(page.getByText('Both write there.')).toBeVisible()
  await expect(conflicts).toBeVisible()
  await conflicts.getByRole('link', { name: 'Named' }).click()
  await expect(page).toHaveURL(`/sync_tasks/${named.id}`)
  await expect(conflicts).toContainText('First tab (Masters)')
  await client.call(api.tasks.update, { params: { id: named.id }, body: { target_sheet_name: 'Own' } })
  await expect(conflicts).toBeHidden()
})
