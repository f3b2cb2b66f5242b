import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'

test('the header says how the task stands, and has the next step', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Leading' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'guide', source_sheet_name: '' })
  await page.goto(`/sync_tasks/${task.id}`)
  await expect(page.getByText('Never copied', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).press('Enter')
  await expect(page.getByText(/^Up to date, copied (just now|\d+s ago), 3 cells changed$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run now' })).toBeFocused()
  await client.call(api.tasks.toggleActive, { params: { id: task.id }, body: { is_active: false } })
  await expect(page.getByText(/^Inactive: up to date, copied/)).toBeVisible()
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText(/^Up to date, copied/)).toBeVisible()
})

test('an error and a hold are told once, with what to do next', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Troubled' })
  const held = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: [['id']] })
  const lost = await createTask(client, { type, name: 'lost' })
  for (const { id } of [held, lost]) await runToEnd(client, id)
  await page.goto(`/sync_tasks/${held.id}`)
  await expect(page.getByText(/^Held .*, never copied$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run now' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Held' })).toContainText('The source has no data rows.')
  // Once in the region, and once in the line of the log.
  await expect(page.getByText('The source has no data rows.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Copy anyway: vault (Troubled)' })).toBeVisible()
  await page.getByRole('button', { name: 'See what would be lost: vault (Troubled)' }).click()
  await expect(page).toHaveURL(/\/previews\//)

  await page.goto(`/sync_tasks/${lost.id}`)
  const { latest_log } = await client.call(api.tasks.get, { params: { id: lost.id } })
  await expect(page.getByText(/^Error .*, never copied$/)).toBeVisible()
  await expect(page.getByText(latest_log?.message ?? '')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible()
})

test('the history has runs with their first changed cells, edits of settings and log lines in one stream', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Told' })
  const rows: Cell[][] = [['id', 'city'], ...Array.from({ length: 30 }, (_, row) => [row, `city ${row}`])]
  const task = await createRunnableTask({ client, provider }, { type, name: 'story', rows })
  await runToSuccess(client, task.id)
  await client.call(api.tasks.update, { params: { id: task.id }, body: { start_row: 2 } })
  await page.goto(`/sync_tasks/${task.id}`)
  const lines = page.getByRole('list', { name: 'History' }).locator(':scope > li')
  await expect(lines.first()).toContainText(/^Task changed.*Start row12/)
  await expect(lines.filter({ hasText: /^Success/ })).toContainText(
    'First copy into an empty target: 62 cells from 30 rows, in 2 columns.',
  )
  const latest = (await client.call(api.tasks.get, { params: { id: task.id } })).latest_log?.message ?? ''
  await expect(lines.filter({ hasText: latest })).toHaveCount(0)
  // The row of the run says who started it.
  await expect(lines.filter({ hasText: 'Queued by ada@example.com.' })).toHaveCount(0)
  const show = (part: string) => page.getByText(part, { exact: true }).click()
  await show('Edits')
  await expect(page).toHaveURL(`/sync_tasks/${task.id}?show=edits`)
  await expect(lines).toHaveText([/^Task changed/, /^Task created/])
  await show('Log')
  await expect(lines.filter({ hasText: latest })).toHaveCount(1)
  await expect(lines.filter({ hasText: 'Queued by ada@example.com.' })).toHaveCount(1)
  await show('Runs')
  await expect(lines).toHaveCount(1)
  await provider.enter(task.source_ss_id, 'Data!B2', [['Oslo']])
  await runToSuccess(client, task.id)
  await expect(lines.first().getByRole('list', { name: 'First changed cells' })).toHaveText(/: city 0 → Oslo/)
})

test('the data tab marks the cells that the last run changed', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Marked' })
  const rows: Cell[][] = [['id', 'city'], ...Array.from({ length: 30 }, (_, row) => [row, `city ${row}`])]
  const task = await createRunnableTask({ client, provider }, { type, name: 'places', rows })
  await runToSuccess(client, task.id)
  await page.goto(`/sync_tasks/${task.id}?tab=data`)
  const panel = page.getByRole('tabpanel', { name: 'Data' })
  await expect(panel).toContainText('First copy into an empty target: 62 cells from 30 rows, in 2 columns.')
  await expect(panel.locator('[data-marked]')).toHaveCount(0)
  await provider.enter(task.source_ss_id, 'Data!B3', [['Rome']])
  await runToSuccess(client, task.id)
  await page.reload()
  await expect(panel).toContainText('The last run changed 1 cell. Marked below.')
  await expect(panel.locator('[data-marked]')).toHaveText(['Rome'])
  await expectAccessible(page, 'Data')
  await panel.getByRole('button', { name: 'city' }).click()
  await expect(panel.locator('[data-marked]')).toHaveCount(0)
  await expect(panel.getByRole('link', { name: 'View Data Copy' })).toHaveAttribute(
    'href',
    `/sync_tasks/${task.id}/data_copy`,
  )
})

test('tabs have addresses and keys, and each run leads to its page', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Tabbed' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'folder', notes: 'Ask Ada' })
  const other = await createRunnableTask({ client, provider }, { type, name: 'other' })
  for (const { id } of [task, other, task]) await runToSuccess(client, id)
  await page.goto(`/sync_tasks/${task.id}?show=runs`)
  const panel = (name: string) => page.getByRole('tabpanel', { name })
  const runs = page.getByRole('list', { name: 'History' }).locator(':scope > li')
  await expect(runs).toHaveText([
    /^Success0 cells changed.*2 rows · \d+s · \d+ requestsada@example\.com$/,
    /^Success3 cells changed.*2 rows · \d+s · \d+ requestsada@example\.com/,
  ])
  await expect(runs.first().getByRole('time')).toHaveAttribute('title', / EST$/)
  await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await expect(runs).toHaveCount(3)
  await runs.last().click({ position: { x: 5, y: 5 } })
  await expect(page).toHaveURL(/\/runs\/\d+$/)
  await page.goBack()
  await expect(panel('History')).toBeVisible()

  await page.goto(`/sync_tasks/${task.id}`)
  await page.getByRole('tab', { name: 'History' }).focus()
  for (const [key, name, address] of [
    ['ArrowRight', 'Data', '?tab=data'],
    ['End', 'Set-up', '?tab=set_up'],
    ['ArrowRight', 'History', ''],
    ['ArrowLeft', 'Set-up', '?tab=set_up'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('tab', { name })).toBeFocused()
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expect(panel(name)).toBeVisible()
    await expect(page).toHaveURL(`/sync_tasks/${task.id}${address}`)
    await expectAccessible(page, name)
  }
})
