import { expect, type Page } from '@playwright/test'
import { expectToast, test, toast } from './support/journey.ts'

test('scheduled tasks show comment, command and schedule', async ({ page, server }) => {
  await page.goto('/schedule')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Scheduled Tasks')
  for (const text of ['Nightly', 'run_all', '0 4 * * *']) await expect(main.getByText(text)).toBeVisible()
  server.state.schedule = []
  await page.reload()
  await expect(main.getByText('No scheduled tasks found.')).toBeVisible()
  server.reply('GET /api/scheduled_tasks', { status: 418 })
  await page.reload()
  await expectToast(page, { text: 'Failed to fetch scheduled tasks.', kind: 'error' })
})

test('times of Run All are added, checked, removed and saved', async ({ page, server }) => {
  await page.goto('/settings')
  const main = page.getByRole('main')
  await expect(main.getByText("Schedule 'Run All' Operations")).toBeVisible()
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await expect(main.getByRole('listitem')).toContainText('04:00')
  await expect(main).toContainText('EST')
  const input = page.getByPlaceholder('HH:MM')
  const add = page.getByRole('button', { name: 'Add', exact: true })
  for (const invalid of ['24:00', '12:60', 'noon', '']) {
    await input.fill(invalid)
    await add.click()
    await expect(page.getByText('Please enter a valid time in HH:MM format (24-hour)')).toBeVisible()
  }
  await input.fill('04:00')
  await add.click()
  await expectToast(page, { text: 'This time is already scheduled', kind: 'warning' })
  await input.fill('23:59')
  await add.click()
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove 04:00' }).click()
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expectToast(page, { text: 'Schedule saved.', kind: 'success' })
  expect(server.requireBody('POST /api/sync_tasks/schedule_run_all')).toEqual({ scheduled_times: ['23:59'] })
  await page.reload()
  await expect(main.getByRole('listitem')).toContainText('23:59')

  server.reply('POST /api/sync_tasks/schedule_run_all', { status: 500 })
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expectToast(page, { text: 'Failed to save schedule', kind: 'error' })
  server.reply('GET /api/sync_tasks/schedule_run_all', { status: 418 })
  await page.reload()
  await expectToast(page, { text: 'Failed to load schedule', kind: 'error' })
})

test('dev logs show a file, copy it and clear it', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dev')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dev Logs Viewer')
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('log')).toContainText('second line')
  expect(server.received('GET /dev/logs')[0]?.query).toEqual({ file: 'nano_sync_out' })
  await page.getByRole('button', { name: 'Copy Logs' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('first line\nsecond line')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Copy Logs' }).click()
  await expectToast(page, { text: 'Failed to copy logs', kind: 'error' })

  await page.getByRole('combobox', { name: 'Log file' }).click()
  await page.getByRole('option', { name: 'other_log' }).click()
  await expect(page.getByRole('log')).toContainText('other line')
  await clearDevLog(page)
  await expect(page.getByText('No logs found.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Logs' })).toBeDisabled()
  expect(server.received('DELETE /dev/logs').map(({ query }) => query)).toEqual([{ file: 'other_log' }])
})

test('a missing log file is an info, any other failure an error', async ({ page, server }) => {
  server.state.devLogs = {}
  await page.goto('/dev')
  await expectToast(page, { text: 'Log file not found', kind: 'info' })
  await expect(page.getByText('No logs found.')).toBeVisible()
  server.reply('DELETE /dev/logs', { status: 404 })
  await clearDevLog(page)
  await expectToast(page, { text: 'Log file not found, nothing to clear', kind: 'info' })
  server.reply('DELETE /dev/logs', { status: 500 })
  await clearDevLog(page)
  await expectToast(page, { text: 'Error clearing logs', kind: 'error' })
  server.reply('GET /dev/logs', { status: 418 })
  server.reply('GET /dev/logs/files', { status: 418 })
  await page.reload()
  await expect(toast(page, 'Error fetching logs')).toBeVisible()
  await expect(toast(page, 'Error fetching log files')).toBeVisible()
})

async function clearDevLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear Logs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear Logs' })
  await dialog.getByRole('button', { name: 'Clear' }).last().click()
  await expect(dialog).toHaveCount(0)
}
