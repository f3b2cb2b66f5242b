import { expect } from '@playwright/test'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('the form says what counts as an edit, and saving whether Drive tells of it', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Edited' })
  await createRunnableTask({ client, provider }, { type, name: 'Ledger', rows: [['Name'], ['Ada']] })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await card('Ledger').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByLabel('Starts').selectOption('Several of these, or on some days')
  await expect(form.getByText('may not count as edits', { exact: false })).toBeVisible()
  await form.getByLabel('Run when somebody edited the source').selectOption({ label: 'Yes' })
  await form.getByLabel('Minutes without edits').fill('11')
  await form.getByLabel('At most every (minutes)').fill('15')
  await expect(form.getByText('Minutes without edits must be at most 10')).toBeVisible()
  await form.getByLabel('Minutes without edits').fill('2')
  await provider.refuseDrive('service_disabled')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const problem = /Edits do not start this task: Google Drive does not tell the built-in account/
  await expect(toast(page, problem)).toBeVisible()
  await expect(card('Ledger').getByText('Not seen by Drive')).toBeVisible()
  await card('Ledger').getByRole('link', { name: 'Ledger', exact: true }).click()
  await page.getByRole('tab', { name: 'Set-up' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Set-up' })).toContainText(problem)
  await provider.restoreReplies()

  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Edit Edited' }).click()
  const ofType = page.getByRole('dialog')
  await ofType.getByRole('button', { name: 'More ways to start' }).click()
  await ofType.getByLabel('Run when somebody edited the source').check()
  await ofType.getByRole('button', { name: 'Save' }).click()
  await expect(ofType).toBeHidden()
  await page.goto('/sync_tasks')
  await card('Ledger').getByRole('button', { name: 'Edit' }).click()
  await expect(form.getByLabel('Minutes without edits')).toHaveValue('2')
  await expect(form.getByRole('option', { name: 'Same as type: yes' })).toBeAttached()
})
