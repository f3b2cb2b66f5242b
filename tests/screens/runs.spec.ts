import { expect } from '@playwright/test'
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
