import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { findSampleTask } from './support/create-task.ts'
import { test } from './support/signed-in.ts'

test('a log follows new lines until the user scrolls up, and offers to follow again', async ({ page, client }) => {
  const task = await findSampleTask(client, { type: 'Archive', name: 'US Employment' })
  // Small enough that the lines of a few runs overflow the window.
  await page.setViewportSize({ width: 360, height: 520 })
  for (let runs = 0; runs < 2; runs += 1) await runToSuccess(client, task.id)
  await page.goto(`/sync_tasks/${task.id}/logs`)
  const { lines, log, jump } = elementsOn(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${taskName(task)} (Archive) · Sync Task Logs`)
  await expect(lines.last()).toBeInViewport()
  await expect(jump).toBeHidden()

  const before = await log.getByRole('listitem').last().getAttribute('aria-setsize')
  await runToSuccess(client, task.id)
  await expect(lines.last()).not.toHaveAttribute('aria-setsize', `${before}`)
  await expect(lines.last()).toBeInViewport()
  await expect(jump).toBeHidden()

  await log.focus()
  // A line that arrives at the same time scrolls back to the end.
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(lines.first()).toHaveAttribute('aria-posinset', '1', { timeout: 2000 })
    await expect(lines.first()).toBeInViewport({ timeout: 2000 })
  }).toPass()
  await jump.press('Enter')
  await expect(jump).toBeHidden()
  await expect(lines.last()).toBeInViewport()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/sync_tasks$/)
})

test('a log that another user clears empties on the open page', async ({ page, client }) => {
  const task = await findSampleTask(client, { type: 'Masters', name: 'Countries' })
  await runToSuccess(client, task.id)
  await page.goto(`/sync_tasks/${task.id}/logs`)
  await expect(elementsOn(page).lines.first()).toBeVisible()
  await client.call(api.taskLogs.clear, { params: { id: task.id } })
  // Sooner than the page polls.
  await expect(page.getByText('No logs available.', { exact: true })).toBeVisible({ timeout: 6_000 })
})

function elementsOn(page: Page) {
  const log = page.getByRole('log', { name: 'Log lines' })
  return {
    log,
    lines: log.getByRole('listitem'),
    jump: page.getByRole('button', { name: 'Jump to latest' }),
  }
}
