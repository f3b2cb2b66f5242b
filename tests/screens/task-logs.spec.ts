import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { buildLogLine } from './support/build-log-line.ts'
import { test } from './support/screen.ts'
import { failUntilTriedAgain, withReply } from './support/server-reply.ts'

test('a log can be filtered by level, and cleared after confirmation', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Masters' })
  const task = await createTask(client, { type, name: 'Countries' })
  server.state.taskLogs[task.id] = [
    buildLogLine('Queued.'),
    buildLogLine('Copied 2 rows.', { id: 2, level: 'SUCCESS' }),
  ]
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

  await withReply(server, { route: api.taskLogs.clear, reply: unreadableError(500) }, async () => {
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

test('a log says whether it is empty, missing or failed to load', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Silent' })
  const task = await createTask(client, { type, name: 'Silent one', target_sheet_name: 'Silent one' })
  await page.goto(`/sync_tasks/${task.id}/logs`)
  await expect(page.getByText('No logs available.', { exact: true })).toBeVisible()
  await expect(elementsOn(page).clear).toBeDisabled()
  await page.goto('/sync_tasks/999999/logs')
  await expect(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
  await failUntilTriedAgain({ page, server }, { route: api.taskLogs.list, reply: unreadableError(418) }, async () => {
    await page.goto(`/sync_tasks/${task.id}/logs`)
    await expect(page.getByText('Failed to load logs.', { exact: true })).toBeVisible()
  })
  await expect(page.getByText('No logs available.', { exact: true })).toBeVisible()
})

function elementsOn(page: Page) {
  return {
    lines: page.getByRole('log', { name: 'Log lines' }).getByRole('listitem'),
    clear: page.getByRole('button', { name: 'Clear Logs' }),
    dialog: page.getByRole('dialog', { name: 'Clear Logs' }),
  }
}
