import { expect } from '@playwright/test'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { taskListOn } from './support/task-list.ts'

test('a new run appears in the open history and links to its page', async ({ page, context, client, provider }) => {
  const type = await createType(client, { name: 'Masters' })
  await createRunnableTask({ client, provider }, { type, name: 'Countries' })
  await page.goto('/sync_tasks')
  const history = await context.newPage()
  await history.goto('/runs')
  await expect(history.getByText('No runs in the last 24 h.')).toBeVisible()
  await taskListOn(page).card('Countries').getByRole('button', { name: 'Run Task' }).click()

  const run = history.getByRole('link', { name: /^Countries: Success/ })
  await expect(run).toHaveAttribute('title', /\d rows, /)
  await history.getByText('1 h', { exact: true }).click()
  await expect(history).toHaveURL(/hours=1$/)
  await run.focus()
  await history.keyboard.press('Enter')
  await expect(history.getByRole('heading', { level: 1 })).toHaveText(/^Countries \(.+\) · Run \d+$/)
  await history.goBack()
  await expect(history.getByRole('heading', { name: 'Runs in the last 1 h' })).toBeVisible()
})

test('the keyboard moves between runs, and Enter opens one', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Masters' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'Countries' })
  for (let run = 0; run < 3; run++) await runToSuccess(client, task.id)
  await page.goto('/runs?hours=1')
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
