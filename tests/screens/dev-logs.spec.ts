import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test('a log file can be chosen, copied and cleared', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dev')
  const { file, lines, copy, clear, dialog } = elementsOn(page)
  await expect(file).toHaveValue('nano_sync_out')
  await expect(lines.first()).toBeVisible()
  await copy.click()
  await expect(toast(page, 'Logs copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Nano Sync started')

  await clear.click()
  await expect(dialog).toContainText('nano_sync_out')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(toast(page, 'Logs cleared')).toBeVisible()
  await expect(page.getByText('No logs found.', { exact: true })).toBeVisible()
  await expect(copy).toBeDisabled()

  await file.click()
  await page.getByRole('option', { name: 'nano_sync_err' }).click()
  await expect(page).toHaveURL(/file=nano_sync_err/)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a forbidden clipboard shows an error', async ({ page }) => {
  await page.goto('/dev')
  const { copy, lines } = elementsOn(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(lines.first()).toBeVisible()
  const session = await page.context().newCDPSession(page)
  await session.send('Browser.setPermission', { permission: { name: 'clipboard-write' }, setting: 'denied' })
  await copy.click()
  await expect(toast(page, 'Failed to copy logs')).toBeVisible()
})

test('a missing log file shows an info, a failed read or clear an error', async ({ page, server }) => {
  await page.goto('/dev?file=nano_sync_out.99')
  const { lines, copy, clear, dialog } = elementsOn(page)
  await expect(toast(page, 'Log file not found')).toBeVisible()
  await expect(page.getByText('No logs found.', { exact: true })).toBeVisible()
  await expect(copy).toBeDisabled()
  await clear.click()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(toast(page, 'Log file not found, nothing to clear')).toBeVisible()

  await withReply(server, { route: api.devLogs.lines, reply: unreadableError(418) }, async () => {
    await page.goto('/dev')
    await expect(toast(page, 'Error fetching logs')).toBeVisible()
  })
  await withReply(server, { route: api.devLogs.files, reply: unreadableError(418) }, async () => {
    await page.reload()
    await expect(toast(page, 'Error fetching log files')).toBeVisible()
    await expect(lines.first()).toBeVisible()
  })
  await withReply(server, { route: api.devLogs.clear, reply: unreadableError(500) }, async () => {
    await clear.press('Enter')
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await expect(toast(page, 'Error clearing logs')).toBeVisible()
  })
})

function elementsOn(page: Page) {
  return {
    file: page.getByRole('combobox', { name: 'Log file' }),
    lines: page.getByRole('log').getByRole('listitem'),
    copy: page.getByRole('button', { name: 'Copy Logs' }),
    clear: page.getByRole('button', { name: 'Clear Logs' }),
    dialog: page.getByRole('dialog', { name: 'Clear Logs' }),
  }
}
