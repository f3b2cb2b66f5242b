import { expect } from '@playwright/test'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'

test('Check access counts the tasks that would fail, and the card says why', async ({ page, client }) => {
  const type = await createType(client, { name: 'Ledgers' })
  await createTask(client, { type, name: 'Orders', target_sheet_name: 'Orders', source_ss_id: 'missing' })
  await page.goto('/runs')
  await page.getByRole('button', { name: 'Check access' }).click()
  await expect(page.getByText('Access problems: 1')).toBeVisible()
  await page.getByRole('link', { name: 'Sync Tasks' }).click()
  const card = page.getByRole('article', { name: 'Orders', exact: true })
  await expect(card.getByText(/^Access check: .*was not found/)).toBeVisible()
})
