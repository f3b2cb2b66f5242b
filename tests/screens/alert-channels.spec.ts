import { expect, type Page } from '@playwright/test'
import type { AlertDelivery } from '#contract/alert-channel.ts'
import { api } from '#contract/api.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const findChannel = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })

test('leaving changed alerts of my own asks first, and they survive the end of the session', async ({
  page,
  server,
}) => {
  await page.goto('/settings/my-alerts')
  const from = page.getByRole('textbox', { name: 'Quiet from' })
  const home = page.getByRole('link', { name: 'Home' })
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await from.fill('21:00')
  await home.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(from).toHaveValue('21:00')
  await page.getByRole('textbox', { name: 'Quiet until' }).fill('06:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Saved')).toBeVisible()

  await from.fill('20:00')
  server.state.isSignedIn = false
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible()
  server.state.isSignedIn = true
  await page.goto('/settings/my-alerts')
  await expect(page.getByText('Your unsaved changes from before you signed in are back.')).toBeVisible()
  await expect(from).toHaveValue('20:00')
  await page.getByRole('status').getByRole('button', { name: 'Discard' }).click()
  await expect(from).toHaveValue('21:00')
  await from.fill('19:00')
  await expect(page.getByText('Your unsaved changes from before you signed in are back.')).toHaveCount(0)
  await from.fill('21:00')
  await home.click()
  await expect(page).toHaveURL('/')
})

test('the deliveries of a channel show what the receiver answered, and one is sent again', async ({ page, client }) => {
  const body = { name: 'Log', kind: 'slack', url: 'https://hooks.example.com/in' } as const
  const { id } = await client.call(api.alertChannels.create, { body })
  const at = '2026-03-02T04:05:06.000Z'
  const common = { kind: 'failed', created_at: at, tried_at: at } as const
  const deliveries: AlertDelivery[] = [
    { id: 2, title: 'Invoices 2026 failed', state: 'waiting', tries: 3, answer: '503 down', due_at: at, ...common },
    { id: 1, title: '98 tasks failed', state: 'delivered', tries: 1, answer: '200 ok', due_at: null, ...common },
  ]
  await page.route(`**/api/alert_channels/${id}/deliveries`, (call) => call.fulfill({ json: deliveries }))
  const resent = page.waitForRequest(/\/deliveries\/1\/resend$/)
  await page.goto('/settings/alert-channels')
  await findChannel(page, 'Log').getByRole('button', { name: 'Deliveries of Log' }).click()
  const rows = dialog(page).getByRole('listitem')
  await expect(rows.first()).toContainText('Waiting')
  await expect(rows.first()).toContainText('3 tries · next Mar 1, 23:05')
  await expect(rows.first()).toContainText('503 down')
  await expectAccessible(page, 'the deliveries of a channel')
  await dialog(page).getByRole('button', { name: 'Resend: 98 tasks failed' }).click()
  await resent
})
