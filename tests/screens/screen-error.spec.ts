import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { test } from './support/screen.ts'

const SETTINGS_SCRIPT = /\/assets\/settings-page-.*\.js$/

test('a screen whose script fails to load says so and loads on another try', async ({ page }) => {
  await page.goto('/')
  await page.route(SETTINGS_SCRIPT, (call) => call.abort())
  await page.getByRole('link', { name: 'Settings' }).click()
  const failure = page.getByRole('alert')
  await expect(failure.getByRole('heading', { name: 'Failed to load this screen' })).toBeVisible()
  await expect(page).toHaveTitle(/Something went wrong · Nano Sync$/)
  await expectAccessible(page, 'screen error')

  await page.getByRole('link', { name: 'Task Types' }).click()
  await expect(page.getByRole('heading', { name: 'Sync Task Types' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(failure).toBeVisible()
  await page.unroute(SETTINGS_SCRIPT)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Save Schedule' })).toBeVisible()
})
