import { expect } from '@playwright/test'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'

test('saving a task that shares its target tab names the other task', async ({ page, client }) => {
  const type = await createType(client, { name: 'Masters' })
  await createTask(client, { type, name: 'North', source_ss_id: 'north', target_ss_id: 'book', target_sheet_name: 'A' })
  await createTask(client, { type, name: 'South', source_ss_id: 'south', target_ss_id: 'book', target_sheet_name: 'B' })
  await page.goto('/sync_tasks')
  await page.getByRole('article', { name: 'South' }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByLabel('Target sheet name').fill('A')
  await form.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, "'North' (Masters) writes to the same tab; the two overwrite each other.")).toBeVisible()
  await expect(form).toBeHidden()
})
