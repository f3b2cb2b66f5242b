import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { dismissToast, expectToast, type ToastKind, test } from './support/journey.ts'

const CSV_TOAST_SECONDS = 16

test('the export is saved under its name; a failure says so', async ({ page, server }) => {
  await page.goto('/import_export')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import/Export Sync Tasks')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('sync_tasks_export.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe('id,name\n1,Task 1\n')
  for (const failure of [{ status: 500 }, 'hang up' as const]) {
    server.reply('GET /api/sync_tasks/export', failure)
    const text = 'Failed to export sync tasks. Please try again.'
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    await expectToast(page, { text, kind: 'error', seconds: CSV_TOAST_SECONDS })
    await dismissToast(page, text)
  }
})

test('an import sends the file in the field file', async ({ page, server }) => {
  await page.goto('/import_export')
  const main = page.getByRole('main')
  for (const text of [/existing ID.* update/i, /new IDs are generated/i, /latest exported file/i])
    await expect(main.getByText(text)).toBeVisible()
  await expect(importButton(page)).toBeDisabled()
  await expect(page.locator('input[type="file"]')).toHaveAttribute('accept', '.csv')
  await choose(page, 'tasks.csv')
  await importButton(page).click()
  await expectToast(page, { text: 'Imported 2 tasks.', kind: 'success', seconds: CSV_TOAST_SECONDS })
  const [request] = server.received('POST /api/sync_tasks/import')
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data/)
  expect(request?.body).toMatch(/name="file"; filename="tasks.csv"[\s\S]*name\nPrices/)
})

test('only a CSV file is accepted', async ({ page }) => {
  await page.goto('/import_export')
  await choose(page, 'tasks.pdf', 'application/pdf')
  await expectToast(page, { text: 'Please select a CSV file', kind: 'error' })
  await expect(importButton(page)).toBeDisabled()
  await choose(page, 'TASKS.CSV', '')
  await expect(importButton(page)).toBeEnabled()
  await choose(page, 'tasks', 'text/csv')
  await expect(importButton(page)).toBeEnabled()
})

test('every outcome of an import has its message', async ({ page, server }) => {
  await page.goto('/import_export')
  const unknown = 'Import completed with unknown status'
  const outcomes: [Parameters<typeof server.reply>[1], string, ToastKind][] = [
    [{ json: { status: 'success', message: 'Imported all.' } }, 'Imported all.', 'success'],
    [{ json: { status: 'partial_success', message: 'Row 3 was skipped.' } }, 'Row 3 was skipped.', 'warning'],
    [{ json: { status: 'done', message: 'Whatever.' } }, unknown, 'warning'],
    [{ status: 200 }, unknown, 'warning'],
    [{ status: 400, json: { message: 'Bad header.' } }, 'Import failed: Bad header.', 'error'],
    [{ status: 400, json: { error: 'Bad Request', description: 'No rows.' } }, 'Import failed: No rows.', 'error'],
    [{ status: 502, text: '<p>Bad gateway</p>' }, 'Import failed: Server error: 502', 'error'],
    ['hang up', 'Import failed: No response from server. Please check your connection.', 'error'],
  ]
  for (const [reply, text, kind] of outcomes) {
    server.reply('POST /api/sync_tasks/import', reply)
    await choose(page, 'tasks.csv')
    await importButton(page).click()
    await expectToast(page, { text, kind, seconds: CSV_TOAST_SECONDS })
    await dismissToast(page, text)
  }
})

function importButton(page: Page) {
  return page.getByRole('button', { name: 'Import CSV' })
}

async function choose(page: Page, name: string, mimeType = 'text/csv'): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from('name\nPrices') })
}
