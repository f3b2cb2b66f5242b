import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { findSampleTask } from './support/create-task.ts'
import { test, toast } from './support/signed-in.ts'

/** The journeys' user is no administrator. */
const ADMIN = 'grace@example.com'
test.use({ settings: { ADMINS: ADMIN } })

const reasonFor = (action: string) => `Only administrators may ${action}. Ask ${ADMIN}.`

test('a member sees why a button is for administrators, and whom to ask', async ({ page, app, client }) => {
  const admin = new ApiClient(app.url)
  await admin.signIn(ADMIN)
  const channel = (name: string) => ({ name, kind: 'webhook' as const, url: `${app.url}/in` })
  await admin.call(api.alertChannels.create, { body: channel('Theirs') })
  await client.call(api.alertChannels.create, { body: channel('Mine') })
  const task = await findSampleTask(client, { type: 'Masters', name: 'Countries' })
  await client.call(api.tasks.remove, { params: { id: task.id } })

  const expectReason = async (button: string, action: string) => {
    const reserved = page.getByRole('button', { name: button, exact: true })
    await expect(reserved).toHaveAttribute('aria-disabled', 'true')
    await expect(reserved).toHaveAccessibleDescription(reasonFor(action))
    await reserved.press('Enter')
    await expect(toast(page, reasonFor(action))).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto('/sync_tasks')
  await expectReason('Delete All', 'delete all tasks')
  await page.goto('/sync_tasks/trash')
  await expectReason('Delete for good: Countries', 'delete for good')
  await page.goto('/dev')
  await expectReason('Clear Logs', 'clear server logs')
  await page.goto('/settings/alert-channels')
  await expectReason('Edit Theirs', 'change the alert channels of other people')
  await expectReason('Delete Theirs', 'delete the alert channels of other people')
  await page.getByRole('button', { name: 'Delete Mine', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Delete Mine', exact: true })).toHaveCount(0)
  await page.goto('/settings/google')
  await page.getByRole('radio', { name: 'Yes', exact: true }).check()
  await expect(page.getByText(reasonFor('store a Google key'))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Store key' })).toHaveCount(0)
})
