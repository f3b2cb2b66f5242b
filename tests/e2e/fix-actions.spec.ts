import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

test('a failed task leads to the page of Google that fixes it, until it succeeds', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Refused', max_retries: 0 })
  const task = await createRunnableTask({ client, provider }, { type, name: 'ledger' })
  await provider.refuseRequests(task.source_ss_id, 'service_disabled')
  await page.goto('/sync_tasks')
  const card = taskListOn(page).card('ledger')
  await card.getByRole('button', { name: 'Run Task' }).click()
  await expect(card.getByText(/The Google Sheets API is not enabled in the Google Cloud project/)).toBeVisible()
  const link = card.getByRole('link', { name: 'Enable the API' })
  await expect(link).toHaveAttribute('href', /^https:\/\/console\.developers\.google\.com\//)
  await expect(link).toHaveAttribute('target', '_blank')
  await expectAccessible(page, 'a card with a link that fixes it')

  await card.getByRole('link', { name: 'View Logs' }).click()
  await expect(page).toHaveURL(`/sync_tasks/${task.id}/logs`)
  await expect(page.getByRole('link', { name: 'Enable the API' })).toBeVisible()
  await expectAccessible(page, 'a log with a link that fixes it')
  await page.getByRole('link', { name: 'Back' }).click()
  await card.getByRole('link', { name: 'ledger', exact: true }).click()
  await expect(page).toHaveURL(`/sync_tasks/${task.id}`)
  await expect(page.getByRole('link', { name: 'Enable the API' })).toBeVisible()
  await provider.restoreReplies()
  await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await expect(page.getByRole('link', { name: 'Enable the API' })).toBeHidden()
})
