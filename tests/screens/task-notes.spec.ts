import { expect } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

test('notes are edited in the form, marked on the card, found by the filter and shown on the task page', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Masters' })
  for (const name of ['North', 'South']) await createTask(client, { type, name, source_sheet_name: name })
  await page.goto('/sync_tasks')
  const { card, nameFilter } = taskListOn(page)
  await expect(card('North').getByRole('img', { name: /^Notes/ })).toHaveCount(0)

  await card('North').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await form.getByLabel('Notes').fill('Ask Maria before\nchanging the budget')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(card('North').getByRole('img', { name: 'Notes: Ask Maria before' })).toBeVisible()

  await nameFilter.fill('maria budget')
  await expect(card('South')).toBeHidden()
  await card('North').getByRole('link', { name: 'North', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('changing the budget')
})
