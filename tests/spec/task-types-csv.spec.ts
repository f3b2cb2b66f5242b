import { expect, type Page } from '@playwright/test'
import { test, toast } from './support/journey.ts'

const MAX_BYTES = 10 * 1024 * 1024

test('an import sends one file and reports the job', async ({ page, server }) => {
  await page.goto('/sync_task_types')
  await choose(page, 'types.CSV')
  server.state.jobs = [{ job_id: 'job-8' }, { job_id: 7 }]
  await importButton(page).click()
  const text = 'Import started successfully! Job ID: 8. Check job status below.'
  await expect(page.getByText(text)).toBeVisible()
  const [request] = server.received('POST /api/sync_task_types/import_csv')
  expect(String(request?.body).match(/ name="/g)).toHaveLength(1)
  expect(request?.body).toMatch(/filename="types.CSV"/)
  await expect(page.getByText('job-8')).toBeVisible()
  expect(server.received('GET /csv_jobs/api/csv_import_export_jobs').at(-1)?.query).toEqual({
    type: 'sync_task_type',
    limit: '5',
  })
  // The next action clears the message.
  const release = server.hold('GET /api/sync_task_types/export_csv')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText(text)).toHaveCount(0)
  release()
})

test('a file that is no CSV or is too large is refused', async ({ page }) => {
  await page.goto('/sync_task_types')
  await choose(page, 'types.txt')
  await expect(page.getByText('Please select a CSV file')).toBeVisible()
  await choose(page, 'types.csv', MAX_BYTES + 1)
  await expect(page.getByText('File size must be less than 10MB')).toBeVisible()
  await expect(importButton(page)).toBeDisabled()
  await choose(page, 'types.csv', MAX_BYTES)
  await expect(page.getByText('File size must be less than 10MB')).toHaveCount(0)
  await expect(importButton(page)).toBeEnabled()
})

test('every failure of an import has its message', async ({ page, server }) => {
  await page.goto('/sync_task_types')
  await choose(page, 'types.csv')
  for (const [reply, text] of [
    [{ status: 400 }, 'Invalid file format'],
    [{ status: 400, json: { message: 'Line 2 is broken.' } }, 'Line 2 is broken.'],
    [{ status: 413, json: { message: 'Hidden.' } }, 'File too large. Please use a smaller file.'],
    [{ status: 500 }, 'Import failed. Please try again.'],
    [{ status: 500, json: { error: 'The queue is full.' } }, 'The queue is full.'],
    ['hang up', 'Import failed. Please try again.'],
  ] as const) {
    server.reply('POST /api/sync_task_types/import_csv', reply)
    await importButton(page).click()
    await expect(page.getByText(text)).toBeVisible()
  }
})

test('an export is saved with the time in its name, and reports the job if there is one', async ({ page, server }) => {
  await page.goto('/sync_task_types')
  const exportButton = page.getByRole('button', { name: 'Export CSV' })
  const download = page.waitForEvent('download')
  await exportButton.click()
  expect((await download).suggestedFilename()).toMatch(/^sync_task_types_export_\d{14,17}\.csv$/)
  await expect(page.getByText(/^Export completed successfully!.*9/)).toBeVisible()
  for (const [reply, text] of [
    [{ text: 'id\n' }, 'Export completed successfully!'],
    [{ status: 500 }, 'Export failed. Please try again.'],
    [{ status: 503, json: { message: 'Not now.' } }, 'Not now.'],
  ] as const) {
    server.reply('GET /api/sync_task_types/export_csv', reply)
    await exportButton.click()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
})

test('an export that takes 30 seconds has timed out', async ({ page, server }) => {
  // AbortSignal.timeout does not follow the clock of the test.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms)
      return controller.signal
    }
  })
  await page.clock.install()
  await page.goto('/sync_task_types')
  const release = server.hold('GET /api/sync_task_types/export_csv')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => server.received('GET /api/sync_task_types/export_csv').length).toBe(1)
  await page.clock.runFor(29_000)
  await expect(page.getByText('Export timed out. Please try again.')).toHaveCount(0)
  await page.clock.runFor(1_500)
  await expect(page.getByText('Export timed out. Please try again.')).toBeVisible()
  release()
})

test('a failure of the jobs shows the message and empties the list', async ({ page, server }) => {
  await page.goto('/sync_task_types')
  await expect(page.getByText(/Job 7/)).toBeVisible()
  for (const [body, text] of [
    [{}, 'Failed to fetch job status'],
    [{ json: { message: 'No jobs today.' } }, 'No jobs today.'],
  ] as const) {
    server.reply('GET /csv_jobs/api/csv_import_export_jobs', { status: 418, ...body })
    await page.reload()
    await expect(toast(page, text)).toBeVisible()
    await expect(page.getByText(/Job 7/)).toHaveCount(0)
  }
})

function importButton(page: Page) {
  return page.getByRole('button', { name: 'Import CSV' })
}

async function choose(page: Page, name: string, bytes = 4): Promise<void> {
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.alloc(bytes, 'x') })
}
