import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { MAX_TYPE_CSV_BYTES } from '#contract/task-type.ts'
import { errorReply, unreadableError, withMockReply } from './support/mock-reply.ts'
import { test } from './support/signed-in.ts'

test.beforeEach(({ page }) => page.goto('/sync_task_types'))

test('a CSV file of types is checked and imported, and its job lists the skipped rows', async ({ page }) => {
  const { file, importCsv, message, jobs } = elementsOn(page)
  await expect(importCsv).toBeDisabled()
  await file.setInputFiles(csvFile('', { name: 'types.txt' }))
  await expect(message).toHaveText('Please select a CSV file')
  await file.setInputFiles(csvFile('x'.repeat(MAX_TYPE_CSV_BYTES + 1)))
  await expect(message).toHaveText('File size must be less than 10MB')
  await expect(importCsv).toBeDisabled()

  await file.setInputFiles(csvFile('color\nred\n'))
  await expect(message).toHaveCount(0)
  await importCsv.click()
  await expect(message).toContainText('Missing column "name".')

  const rows = ['name,allowed_concurrent_tasks,depends_on', 'Ember,3,Masters', 'Ember Reports,0,', ',1,']
  await file.setInputFiles(csvFile(rows.join('\n'), { name: 'EMBER.CSV' }))
  await importCsv.click()
  await expect(message).toHaveText(/^Import started successfully! Job ID: \d+\. Check job status below\.$/)
  const job = jobs.getByRole('listitem').first()
  await expect(job).toContainText('Import of EMBER.CSV')
  await expect(job).toContainText('Partial success')
  await expect(job).toContainText('1 of 3 rows, 2 failed')
  await job.getByText('Skipped rows').click()
  await expect(job.getByRole('cell')).toHaveText([
    '3',
    'Allowed concurrent tasks must be at least 1',
    '4',
    'Name is required',
  ])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Edit Ember', exact: true })).toBeVisible()
})

test('a file of exactly 10 MB is accepted and one byte more rejected, by the server too', async ({ page }) => {
  const { file, importCsv, message, jobs } = elementsOn(page)
  const head = 'name\nHeron\n'
  const full = head + `${'x'.repeat(499_999)}\n`.repeat(21).slice(0, MAX_TYPE_CSV_BYTES - head.length)
  await file.setInputFiles(csvFile(`${full}x`, { name: 'over.csv' }))
  await expect(message).toHaveText('File size must be less than 10MB')
  await expect(importCsv).toBeDisabled()
  const refused = await page.request.post(api.taskTypes.importCsv.path, { multipart: { file: csvFile(`${full}x`) } })
  expect([refused.status(), await refused.json()]).toMatchObject([413, { code: 'too_large' }])

  await file.setInputFiles(csvFile(full, { name: 'full.csv' }))
  await importCsv.click()
  await expect(message).toHaveText(/^Import started successfully!/)
  await expect(jobs.getByRole('listitem').first()).toContainText('Import of full.csv')
  await expect(jobs.getByRole('listitem').first()).toContainText('1 of 22 rows, 21 failed')
})

test('an import that cannot start says why', async ({ page }) => {
  const { file, importCsv, message } = elementsOn(page)
  for (const { reply, text } of [
    { reply: errorReply(400, 'This file is a picture.'), text: 'This file is a picture.' },
    { reply: unreadableError(400), text: 'Invalid file format' },
    { reply: unreadableError(413), text: 'File too large. Please use a smaller file.' },
    { reply: errorReply(503, 'The server is being stopped.'), text: 'The server is being stopped.' },
    { reply: unreadableError(502), text: 'Import failed. Please try again.' },
    { reply: 'none' as const, text: 'Import failed. Please try again.' },
  ]) {
    await file.setInputFiles(csvFile('name\nFalcon\n'))
    await withMockReply(page, { route: api.taskTypes.importCsv, reply }, async () => {
      await importCsv.click()
      await expect(message).toHaveText(text)
    })
  }
})

test('all types are exported to a file with the time in its name, or the error is shown', async ({ page }) => {
  const { exportCsv, message, jobs } = elementsOn(page)
  const download = page.waitForEvent('download')
  await exportCsv.click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^sync_task_types_export_\d{14,17}\.csv$/)
  expect(await readFile(await saved.path(), 'utf8')).toContain('Masters')
  await expect(message).toHaveText(/^Export completed successfully! Job ID: \d+$/)
  await expect(jobs.getByRole('listitem').first()).toContainText(`Export of ${saved.suggestedFilename()}`)

  for (const { reply, text } of [
    { reply: unreadableError(500), text: 'Export failed. Please try again.' },
    { reply: errorReply(503, 'The server is being stopped.'), text: 'The server is being stopped.' },
  ]) {
    await withMockReply(page, { route: api.taskTypes.exportCsv, reply }, async () => {
      await exportCsv.click()
      await expect(message).toHaveText(text)
    })
  }
})

test('an export times out', async ({ page }) => {
  await page.evaluate(() => {
    const inFull = AbortSignal.timeout
    AbortSignal.timeout = (ms) => inFull.call(AbortSignal, ms / 100)
  })
  await page.route('**/api/sync_task_types/export_csv', () => undefined)
  const { exportCsv, message } = elementsOn(page)
  await exportCsv.click()
  await expect(message).toHaveText('Export timed out. Please try again.')
})

test('jobs that fail to load show a toast and an empty list', async ({ page }) => {
  const messages = page.getByRole('region', { name: /^Notifications/ })
  for (const { reply, text } of [
    { reply: unreadableError(418), text: 'Failed to fetch job status' },
    { reply: errorReply(400, 'The jobs are being tidied.'), text: 'The jobs are being tidied.' },
  ]) {
    await withMockReply(page, { route: api.csvJobs.list, reply }, async () => {
      await page.reload()
      await expect(messages.getByText(text, { exact: true })).toBeVisible()
      await expect(elementsOn(page).jobs.getByRole('listitem')).toHaveCount(0)
    })
  }
})

function elementsOn(page: Page) {
  const tool = page.getByRole('region', { name: 'Import and export' })
  return {
    file: tool.locator('input[type="file"]'),
    importCsv: tool.getByRole('button', { name: 'Import CSV' }),
    exportCsv: tool.getByRole('button', { name: 'Export CSV' }),
    message: tool.getByRole('alert').or(tool.getByRole('status')),
    jobs: page.getByRole('region', { name: 'Recent CSV jobs' }),
  }
}

function csvFile(content: string, { name = 'types.csv' } = {}) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
}
