import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createTask, createType, findSampleTask } from './support/create-task.ts'
import { failUntilTriedAgain, unreadableError, withMockReply } from './support/mock-reply.ts'
import { test, toast } from './support/signed-in.ts'

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

test('a log can be filtered by level, and cleared after confirmation', async ({ page, client }) => {
  const task = await findSampleTask(client, { type: 'Masters', name: 'Countries' })
  await client.call(api.taskLogs.clear, { params: { id: task.id } })
  await runToSuccess(client, task.id)
  await page.goto(`/sync_tasks/${task.id}/logs`)
  const { lines, dialog, clear } = elementsOn(page)
  const levels = page.getByRole('radiogroup', { name: 'Level' })
  await levels.getByText('SUCCESS', { exact: true }).click()
  await expect(page).toHaveURL(/level=SUCCESS/)
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ lines$/ })).toBeVisible()
  await expect(lines).toHaveCount(1)
  await expect(lines.first()).toContainText('SUCCESS')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('No ERROR lines in this log.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('No ERROR lines in this log.', { exact: true })).toBeVisible()

  await withMockReply(page, { route: api.taskLogs.clear, reply: unreadableError(500) }, async () => {
    await clear.click()
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await expect(toast(page, 'Failed to clear logs')).toBeVisible()
  })
  await expect(dialog).toBeHidden()
  await clear.click()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('No logs available.', { exact: true })).toBeVisible()
  await expect(clear).toBeDisabled()
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

test('a log says whether it is empty, missing or failed to load', async ({ page, client }) => {
  const type = await createType(client, { name: 'Silent' })
  const task = await createTask(client, { type, name: 'Silent one' })
  await page.goto(`/sync_tasks/${task.id}/logs`)
  await expect(page.getByText('No logs available.', { exact: true })).toBeVisible()
  await expect(elementsOn(page).clear).toBeDisabled()
  await page.goto('/sync_tasks/999999/logs')
  await expect(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
  await failUntilTriedAgain(page, { route: api.taskLogs.list, reply: unreadableError(418) }, async () => {
    await page.goto(`/sync_tasks/${task.id}/logs`)
    await expect(page.getByText('Failed to load logs.', { exact: true })).toBeVisible()
  })
  await expect(page.getByText('No logs available.', { exact: true })).toBeVisible()
})

function elementsOn(page: Page) {
  const log = page.getByRole('log', { name: 'Log lines' })
  return {
    log,
    lines: log.getByRole('listitem'),
    jump: page.getByRole('button', { name: 'Jump to latest' }),
    clear: page.getByRole('button', { name: 'Clear Logs' }),
    dialog: page.getByRole('dialog', { name: 'Clear Logs' }),
  }
}
