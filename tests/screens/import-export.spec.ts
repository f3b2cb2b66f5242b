import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { errorReply, unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test.beforeEach(({ page }) => page.goto('/import_export'))

test('only CSV files are accepted, also when dropped', async ({ page }) => {
  const { importCsv, drop } = elementsOn(page)
  await dropFile(page, { name: 'tasks.pdf', type: 'application/pdf' })
  await expect(toast(page, 'Please select a CSV file')).toBeVisible()
  await expect(importCsv).toBeDisabled()
  await dropFile(page, { name: 'dropped.csv', type: '' })
  await expect(drop.getByText('dropped.csv')).toBeVisible()
  await expect(importCsv).toBeEnabled()

  await page.reload()
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 5000 })
    await drop.press('Enter')
    await (await chooser).setFiles(csvFile('', 'picked.csv'))
  }).toPass()
  await expect(drop.getByText('picked.csv')).toBeVisible()
})

test('a failed import says why', async ({ page, server }) => {
  const { importCsv, picker } = elementsOn(page)
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 1, errors: [] }
  for (const { reply, text } of [
    { reply: errorReply(400, 'This file is a picture.'), text: 'Import failed: This file is a picture.' },
    { reply: unreadableError(502), text: 'Import failed: Server error: 502' },
    {
      reply: 'none' as const,
      text: 'Import failed: No response from server. Please check your connection.',
    },
    {
      reply: { body: { status: 'error', message: 'Nothing could be taken.', ...counts } },
      text: 'Import failed: Nothing could be taken.',
    },
    {
      reply: { body: { status: 'odd', message: 'Done', ...counts }, isBroken: true },
      text: 'Import completed with unknown status',
    },
  ]) {
    await picker.setInputFiles(csvFile('id\n'))
    await withReply(server, { route: api.tasks.importCsv, reply }, async () => {
      await importCsv.click()
      await expect(toast(page, text)).toBeVisible()
    })
  }
})

function elementsOn(page: Page) {
  return {
    exportCsv: page.getByRole('button', { name: 'Export as CSV' }),
    importCsv: page.getByRole('button', { name: 'Import CSV' }),
    preview: page.getByRole('button', { name: 'Preview changes' }),
    cancel: page.getByRole('button', { name: 'Cancel' }),
    plan: page.getByRole('region', { name: 'Import preview' }),
    picker: page.locator('input[type="file"]'),
    drop: page.getByLabel('Drop a CSV file here, or click to choose one').first(),
    result: page.getByRole('region', { name: 'Import', exact: true }),
  }
}

function csvFile(content: string, name = 'tasks.csv') {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
}

async function dropFile(page: Page, file: { name: string; type: string }): Promise<void> {
  const dataTransfer = await page.evaluateHandle(({ name, type }) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['id\n'], name, { type }))
    return transfer
  }, file)
  await elementsOn(page).drop.dispatchEvent('drop', { dataTransfer })
}
