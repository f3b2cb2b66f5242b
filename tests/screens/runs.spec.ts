import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { test } from './support/screen.ts'

test('60 tasks of one time fit three screens, each a link', async ({ page, client }) => {
  const type = await createType(client, { name: 'Branch ledgers' })
  for (const number of Array.from({ length: 60 }, (_, index) => index + 1))
    await createTask(client, {
      type,
      name: `Ledger ${number}`,
      target_sheet_name: `Ledger ${number}`,
      scheduled_times: ['04:00'],
    })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/schedule')
  await expect(page.getByText('60 entries')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Branch ledgers: Ledger \d+$/ })).toHaveCount(60)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3 * 900)
})

test('the palette opens the dialog of the pause, and resumes', async ({ page, client }) => {
  await page.goto('/sync_tasks')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('button', { name: /^Pause everything until/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause everything until …' })
  await dialog.getByRole('radio', { name: 'Another date' }).check()
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Monday' }).check()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('status', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('button', { name: 'Resume everything' }).click()
  await expect(page.getByRole('status', { name: 'Pause' })).toHaveCount(0)
  expect(await client.call(api.pauses.get, {})).toEqual({ pause: null })
})
