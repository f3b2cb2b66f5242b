import { expect, type Locator } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

test('the compact density makes cards lower, in all windows, is remembered, and applies before the app loads', async ({
  page,
  client,
  context,
}) => {
  const type = await createType(client, { name: 'Dense' })
  await createTask(client, { type, name: 'low', target_sheet_name: 'low' })
  await page.goto('/sync_tasks')
  const html = page.locator('html')
  const card = taskListOn(page).card('low')
  await expect(card).toBeVisible()
  const comfortable = await measureHeight(card)
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Switch to compact density' })).toBeVisible()
  await page.getByRole('button', { name: 'Switch to compact density' }).click()
  await expect(html).toHaveAttribute('data-density', 'compact')
  await expect.poll(() => measureHeight(card)).toBeLessThan(0.85 * comfortable)
  await expect(other.locator('html')).toHaveAttribute('data-density', 'compact')
  await expect(other.getByRole('button', { name: 'Switch to comfortable density' })).toBeVisible()
  await other.close()

  await page.route('**/assets/*.js', (call) => call.abort())
  await page.reload()
  await expect(html).toHaveAttribute('data-density', 'compact')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect.poll(() => measureHeight(card)).toBeLessThan(0.85 * comfortable)

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('textbox').fill('density')
  await page.keyboard.press('Enter')
  await expect(html).toHaveAttribute('data-density', 'comfortable')
  await expect.poll(() => measureHeight(card)).toBe(comfortable)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Switch to compact density' })).toBeVisible()
})

test('the cards at the top of the window stay there when the density or the width changes', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Long' })
  for (const number of Array.from({ length: 40 }, (_, index) => index + 1)) {
    await createTask(client, { type, name: `row ${number}`, target_sheet_name: `row ${number}` })
  }
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await expect(card('row 1')).toBeVisible()
  await page.keyboard.press('End')
  await expect(card('row 40')).toBeInViewport()
  await page.keyboard.press('PageUp')
  await expect(card('row 40')).not.toBeInViewport()
  const first = await page.evaluate(() => document.elementFromPoint(innerWidth / 3, 120)?.closest('article')?.ariaLabel)
  await page.getByRole('button', { name: 'Switch to compact density' }).click()
  await expect(card(first ?? '')).toBeInViewport()
  await page.setViewportSize({ width: 800, height: 700 })
  await expect(card(first ?? '')).toBeInViewport()
})

async function measureHeight(card: Locator): Promise<number> {
  return (await card.boundingBox())?.height ?? 0
}
