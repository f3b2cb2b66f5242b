import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { showAlert } from '#tests/e2e/support/show-alert.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'

test('the link of an alert asks for how long to snooze it, and only a press snoozes it', async ({ page }) => {
  const sent: unknown[] = []
  await page.route(`**${api.incidents.snooze.path}`, async (call) => {
    if (call.request().method() !== 'POST') return call.fallback()
    sent.push(call.request().postDataJSON())
    await call.fulfill({ json: { status: 'success', message: 'No more alerts about this for 7 days.' } })
  })
  await page.goto('/alerts/snooze?link=signed')
  await showAlert(page)
  await expect(page.getByRole('heading', { level: 2 })).toContainText('98 tasks: Access to Google Sheets')
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'For 7 days' }).click()
  await expect(toast(page, 'No more alerts about this for 7 days.')).toBeVisible()
  expect(sent).toEqual([{ link: 'signed', snooze: 'week' }])
})

test('the page of a task shows what alerts say about it, until when they are snoozed and by whom', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Snoozed' })
  const task = await createTask(client, { type, name: 'Snoozed' })
  await page.goto(`/sync_tasks/${task.id}`)
  await expect(page.getByRole('tabpanel', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Alerts' })).toHaveCount(0)
  await showAlert(page)
  const alerts = page.getByRole('region', { name: 'Alerts' })
  await expect(alerts).toContainText('A task failed')
  await expect(alerts).toContainText('Alerts snoozed until Jan 15, 2030, 04:00:00 by ada@example.com')
  await alerts.getByRole('button', { name: 'End snooze' }).click()
  // The server knows of no snooze.
  await expect(toast(page, 'Nothing is snoozed.')).toBeVisible()
})
