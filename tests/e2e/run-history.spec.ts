import { expect } from '@playwright/test'
import { ApiClient } from '#tests/support/api-client.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { findSampleTask } from './support/create-task.ts'
import { signIn, test } from './support/journey.ts'
import { startApp } from './support/running-app.ts'

test('a new run appears in the open history and links to its page', async ({ page, context }) => {
  await using app = await startApp()
  await page.goto(app.url)
  await signIn(page)
  const history = await context.newPage()
  await history.goto(`${app.url}/schedule`)
  await expect(history.getByText('No runs in the last 24 h.')).toBeVisible()
  const card = page.getByRole('article', { name: 'Countries', exact: true }).first()
  await card.getByRole('button', { name: 'Run Task' }).click()

  const run = history.getByRole('link', { name: /^Countries: Success/ })
  await expect(run).toHaveAttribute('title', /\d rows, /)
  await history.getByText('1 h', { exact: true }).click()
  await expect(history).toHaveURL(/hours=1$/)
  await run.focus()
  await history.keyboard.press('Enter')
  await expect(history.getByRole('heading', { level: 1 })).toHaveText(/^Countries · Run \d+$/)
  await history.goBack()
  await expect(history.getByRole('heading', { name: 'Runs in the last 1 h' })).toBeVisible()
})

test('a visitor sees the schedule but not the run history', async ({ page, app }) => {
  await page.goto(`${app.url}/schedule`)
  await expect(page.getByText(/^Every day at/).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Runs in the last/ })).toHaveCount(0)
})

test('the keyboard moves between runs, and Enter opens one', async ({ page }) => {
  await using app = await startApp()
  const client = new ApiClient(app.url)
  await client.signIn('ada@example.com')
  const task = await findSampleTask(client, { type: 'Masters', name: 'Countries' })
  for (let run = 0; run < 3; run++) await runToSuccess(client, task.id)
  await page.goto(app.url)
  await signIn(page)
  await page.goto(`${app.url}/schedule?hours=1`)
  const bars = page.getByRole('link', { name: /Success/ })
  await expect(bars.last()).toBeVisible()
  await page.getByRole('radio', { name: '1 h' }).focus()
  await page.keyboard.press('Tab')
  await expect(bars.last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(bars.and(page.locator(':focus'))).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(bars.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(bars.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/sync_tasks/${task.id}/runs/\\d+$`))
})
