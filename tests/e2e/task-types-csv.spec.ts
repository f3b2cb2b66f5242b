import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from './support/signed-in.ts'

test.beforeEach(({ page }) => page.goto('/sync_task_types'))

test('a CSV file of types is checked and imported, and its job lists the skipped rows', async ({ page }) => {
  const { file, importCsv, message, jobs } = elementsOn(page)
  await expect(importCsv).toBeDisabled()
  await file.setInputFiles(csvFile('color\nred\n'))
  await importCsv.click()
  await expect(message).toContainText('Missing column "name".')

  const rows = ['name,allowed_concurrent_tasks,depends_on', 'Ember,3,Masters', 'Ember Reports,0,', ',1,']
  await file.setInputFiles(csvFile(rows.join('\n'), { name: 'EMBER.CSV' }))
  await importCsv.click()
  await expect(message).toHaveText(/^Import started successfully! Job ID: \d+\. Check job status below\.$/)
  const job = jobs.getByRole('listitem').first()
  await expect(job).toContainText('Import of EMBER.CSV')
  await expect(job).toContainText('Partial success')
  await expect(job).toContainText('1 of 3 rows, 2 skipped')
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

test('all types are exported to a file with the time in its name', async ({ page }) => {
  const { exportCsv, message, jobs } = elementsOn(page)
  const download = page.waitForEvent('download')
  await exportCsv.click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^sync_task_types_export_\d{14,17}\.csv$/)
  expect(await readFile(await saved.path(), 'utf8')).toContain('Masters')
  await expect(message).toHaveText(/^Export completed successfully! Job ID: \d+$/)
  await expect(jobs.getByRole('listitem').first()).toContainText(`Export of ${saved.suggestedFilename()}`)
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
