import { expect, type Page } from '@playwright/test'
import { expectToast, test } from './support/journey.ts'
import { dataRows } from './support/records.ts'

const PAGE_ROWS = 500

test('the logs of a task can be read and cleared', async ({ page, server }) => {
  await page.goto('/sync_tasks/1/logs')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sync Task Logs')
  const lines = page.getByRole('log')
  for (const text of ['INFO', 'Line 1', '2026-11-20 04:30:00', 'SUCCESS', 'Copied 40 rows'])
    await expect(lines).toContainText(text)
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/sync_tasks')

  server.reply('DELETE /api/sync_tasks/:id/logs', { status: 500 })
  await clearLogs(page)
  await expectToast(page, { text: 'Failed to clear logs', kind: 'error' })
  await expect(lines).toContainText('Line 1')
  server.restore('DELETE /api/sync_tasks/:id/logs')
  await clearLogs(page)
  await expect(lines).toHaveCount(0)
  await expect(page.getByText('No logs available.')).toBeVisible()
})

test('the data copy shows the default columns, and others on request', async ({ page, server }) => {
  await page.goto('/sync_tasks/1/data_copy')
  const headers = page.getByRole('columnheader')
  await expect(headers).toHaveText(['id', 'city'])
  await expect(page.getByRole('gridcell')).toHaveText(['1', 'Ulm'])
  const [request] = server.received('GET /api/sync_tasks/:id/data_copy')
  expect(request?.ids).toEqual([1])
  expect(request?.query).toEqual({ offset: '0', limit: '500', sort: '', order: 'asc', columns: 'id,city' })
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/sync_tasks')

  await page.getByRole('button', { name: 'Select Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Columns' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(3)
  await dialog.getByRole('checkbox', { name: 'price' }).check()
  await dialog.getByRole('checkbox', { name: 'id' }).uncheck()
  await dialog.getByRole('button', { name: 'Show columns' }).click()
  await expect(headers).toHaveText(['city', 'price'])
  await expect(page.getByRole('gridcell')).toHaveText(['Ulm', '4.5'])

  await headers.first().getByRole('button').click()
  await expect
    .poll(() => server.received('GET /api/sync_tasks/:id/data_copy').at(-1)?.query)
    .toMatchObject({
      sort: 'city',
      order: 'asc',
      offset: '0',
    })
})

test('rows load in chunks near the end, until one is shorter', async ({ page, server }) => {
  server.state.rows = dataRows(2 * PAGE_ROWS + 3)
  await page.goto('/sync_tasks/1/data_copy')
  await expect(page.getByRole('gridcell', { name: 'City 1', exact: true })).toBeVisible()
  const offsets = () => server.received('GET /api/sync_tasks/:id/data_copy').map(({ query }) => query['offset'])
  await scrollToEndMinus(page, 300)
  await page.waitForLoadState('networkidle')
  expect(offsets()).toEqual(['0'])
  await scrollToEndMinus(page, 90)
  await expect.poll(offsets).toEqual(['0', '500'])
  await scrollUntil(page, () => offsets().length === 3)
  expect(offsets()).toEqual(['0', '500', '1000'])
  await scrollUntil(page, () => page.getByRole('gridcell', { name: 'City 1003', exact: true }).isVisible())
  await scrollToEndMinus(page, 0)
  await page.waitForLoadState('networkidle')
  expect(offsets()).toHaveLength(3)
})

test('a full last chunk is followed by an empty one, which ends the loading', async ({ page, server }) => {
  server.state.rows = dataRows(PAGE_ROWS)
  await page.goto('/sync_tasks/1/data_copy')
  await expect(page.getByRole('gridcell', { name: 'City 1', exact: true })).toBeVisible()
  const requests = () => server.received('GET /api/sync_tasks/:id/data_copy').length
  await scrollUntil(page, () => requests() === 2)
  await page.waitForLoadState('networkidle')
  await scrollToEndMinus(page, 200)
  await scrollToEndMinus(page, 0)
  await page.waitForLoadState('networkidle')
  expect(requests()).toBe(2)
  await expect(page.getByRole('gridcell', { name: 'City 500', exact: true })).toBeVisible()
})

test('failures of the data copy are shown inline, with the error of the server first', async ({ page, server }) => {
  const bodies = [
    [{ text: 'no' }, undefined],
    [{ json: { error: 'The copy is gone.', message: 'Another text.' } }, 'The copy is gone.'],
    [{ json: { message: 'Only a message.' } }, 'Only a message.'],
  ] as const
  for (const [call, fallback] of [
    ['GET /api/sync_tasks/:id/data_copy/columns', 'Failed to load default columns.'],
    ['GET /api/sync_tasks/:id/data_copy', 'Failed to load data.'],
  ] as const) {
    for (const [body, text] of bodies) {
      server.reply(call, { status: 400, ...body })
      await page.goto('/sync_tasks/1/data_copy')
      await expect(page.getByRole('main').getByRole('alert')).toContainText(text ?? fallback)
    }
    server.restore(call)
  }
})

async function clearLogs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear Logs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear Logs' })
  await dialog.getByRole('button', { name: 'Clear' }).last().click()
  await expect(dialog).toHaveCount(0)
}

async function scrollToEndMinus(page: Page, restPx: number): Promise<void> {
  await page.getByRole('grid').evaluate((grid, rest) => {
    grid.scrollTop = grid.scrollHeight - grid.clientHeight - rest
  }, restPx)
}

async function scrollUntil(page: Page, isDone: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await scrollToEndMinus(page, 200)
      await scrollToEndMinus(page, 0)
      return isDone()
    })
    .toBe(true)
}
