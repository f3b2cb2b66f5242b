import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'

test('a toast and the palette with results are accessible', async ({ page, server }) => {
  addSamples(server)
  await page.goto('/sync_tasks')
  await page.getByRole('button', { name: 'Reset Status' }).click()
  await expect(toast(page, 'No tasks needed to be reset.')).toBeVisible()
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByText('No tasks needed to be reset.')
    .hover()
  await expectAccessible(page, 'message')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('textbox').fill('countries')
  await expect(palette.getByRole('button', { name: 'Run Countries' }).first()).toBeVisible()
  await expectAccessible(page, 'palette')
})

test('the Turbo variant is accessible', async ({ page, server }) => {
  const url = new URL(server.url)
  url.hostname = 'turbo.localhost'
  await page.goto(url.href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nano Sync Turbo')
  await expectAccessible(page, 'Turbo')
})
