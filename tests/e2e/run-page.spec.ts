import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

/** Maximum rows of a grid mounted at a time, however many it has. */
const MAX_MOUNTED_ROWS = 60

const sectionsOn = (page: Page) => ({
  figures: page.getByRole('region', { name: 'Figures' }),
  time: page.getByRole('region', { name: 'Time' }),
  requests: page.getByRole('region', { name: 'Requests' }),
  attempts: page.getByRole('region', { name: 'Attempts' }),
  changes: page.getByRole('region', { name: 'Changed cells' }),
  log: page.getByRole('region', { name: 'Log', exact: true }),
})

/** Opens the line with the figures of the run. */
async function openFacts(page: Page): Promise<void> {
  await page.locator('details > summary').click()
}

async function lastRunPath(client: ApiClient, taskId: number): Promise<string> {
  const { runs } = await client.call(api.runs.list, { query: { task_id: taskId, limit: 1 } })
  return `/sync_tasks/${taskId}/runs/${runs[0]?.id}`
}

test('the bars of a card, the task page and its log lead to the page of a run', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Linked' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'orders' })
  for (let run = 0; run < 2; run += 1) await runToSuccess(client, task.id)
  const path = await lastRunPath(client, task.id)
  await page.goto('/sync_tasks')
  const bars = taskListOn(page).card('orders').getByRole('list', { name: 'Last 2 runs: 2 Success' }).getByRole('link')
  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bars.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^orders \(Linked\) · Run \d+$/)
  for (const from of [`/sync_tasks/${task.id}`, `/sync_tasks/${task.id}/logs`]) {
    await page.goto(from)
    await page.locator(`a[href="${path}"]`).last().click()
    await expect(sectionsOn(page).changes).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`/sync_tasks/${task.id}`)
})

test('the page of a run says who started it, where its time went, what it asked for, and what it changed', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Described' })
  const rows: Cell[][] = [
    ['id', 'city'],
    [1, 'Oslo'],
    [2, 'Rome'],
  ]
  const task = await createRunnableTask({ client, provider }, { type, name: 'cities', rows })
  await runToSuccess(client, task.id)
  await page.goto(await lastRunPath(client, task.id))
  const { figures, time, requests, attempts, changes, log } = sectionsOn(page)
  await expect(page.getByText(/^Run Task by ada@example\.com, /)).toBeVisible()
  const changesTop = (await changes.boundingBox())?.y ?? 0
  await expect(time).toBeHidden()
  const facts = page.getByText(/^\d+s · 2 rows · \d+ requests · 1 attempt$/)
  expect((await facts.boundingBox())?.y).toBeGreaterThan(changesTop)
  await facts.click()
  await expect(figures.getByRole('definition')).toHaveText([/^\d+s$/, /^\d+$/, /^\d+$/, /^\d+$/, /B|bytes$/, '1'])
  for (const phase of ['Waiting', 'Reading', 'Comparing', 'Writing']) {
    await expect(time.getByRole('term').filter({ hasText: new RegExp(`^${phase}$`) })).toBeVisible()
  }
  await expect(requests.getByRole('row', { name: /^Writes of values 1$/ })).toBeVisible()
  await expect(attempts.getByRole('listitem')).toHaveText(/^1\s*Success/)
  await expect(log.getByRole('listitem').first()).toContainText('Queued by ada@example.com.')

  const cells = changes.getByRole('gridcell')
  await expect(cells.filter({ hasText: 'Oslo' })).toBeVisible()
  await changes.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: 'A · id' }).click()
  await expect(cells.filter({ hasText: 'Oslo' })).toHaveCount(0)
  await expect(page).toHaveURL(/\?column=1$/)
  await changes.getByText(/^Cleared 0$/).click()
  await expect(changes.getByText('No changed cell matches the filter.')).toBeVisible()
  await expect(page).toHaveURL(/column=1&kind=cleared$/)
  await page.goBack()
  await page.goto(await lastRunPath(client, task.id))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    changes.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^run_\d+_changes\.csv$/)
  await expectAccessible(page, 'run page')
})

test('a hundred thousand changed cells scroll with a few rows mounted, by wheel and by keyboard', async ({
  page,
  client,
  provider,
}) => {
  test.slow()
  const type = await createType(client, { name: 'Large', chunk_size: 5000 })
  const [rowCount, columnCount] = [10_000, 10]
  const header = Array.from({ length: columnCount }, (_, column) => `c${column}`)
  const rows = Array.from({ length: rowCount }, (_, row) => header.map((_, column) => row * columnCount + column))
  const size = { rowCount: rowCount + 1, columnCount }
  const tab = { title: 'Data', rows: [header, ...rows], size }
  const task = await createTask(client, {
    type,
    name: 'large',
    source_ss_id: await provider.createSpreadsheet('large source', [tab]),
    target_ss_id: await provider.createSpreadsheet('large target', [{ title: 'large' }]),
    source_sheet_name: 'Data',
    target_sheet_name: 'large',
  })
  await runToSuccess(client, task.id)
  await page.goto(await lastRunPath(client, task.id))
  const { changes } = sectionsOn(page)
  await expect(
    changes.getByText(/^First copy into an empty target: 100,010 cells from 10,000 rows, in 10 columns\.$/),
  ).toBeVisible()
  await expect(changes.getByText('Filled')).toHaveCount(0)
  await changes.getByRole('button', { name: 'List the cells' }).click()
  const grid = changes.getByRole('grid')
  const mounted = changes.getByRole('row')
  const count = Number(await grid.getAttribute('aria-rowcount'))
  expect(count).toBeGreaterThanOrEqual(rowCount * columnCount)
  await expect(changes.getByRole('gridcell').first()).not.toBeEmpty()

  const box = await grid.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 100)
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, 5000)
    expect(await mounted.count()).toBeLessThan(MAX_MOUNTED_ROWS)
  }
  await expect(changes.getByRole('gridcell', { name: /./ }).last()).toBeVisible()
  await changes.locator('[data-cell$=":0"]').nth(5).click()
  await page.keyboard.press('Control+End')
  await expect(changes.locator(`[data-cell="${count - 2}:4"]`)).toBeFocused()
  await expect(changes.locator(`[data-cell="${count - 2}:4"]`)).not.toBeEmpty()
  expect(await mounted.count()).toBeLessThan(MAX_MOUNTED_ROWS)
  await page.keyboard.press('Control+Home')
  await expect(changes.locator('[data-cell="0:0"]')).toBeFocused()
})

test('the page of a run in progress is live, and that of a failed run has the error of its attempt', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Live' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'live' })
  await provider.delayReplies(task.source_ss_id)
  await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await page.goto(await lastRunPath(client, task.id))
  const { attempts, time } = sectionsOn(page)
  await openFacts(page)
  await expect(attempts.getByRole('listitem')).toHaveText(/^1\s*In Progress/)
  await client.call(api.tasks.stop, { params: { id: task.id } })
  await expect(attempts.getByRole('listitem')).toHaveText(/^1\s*Stopped/)
  await expect(time).toContainText('Reading')

  await provider.restoreReplies()
  await provider.refuseRequests(task.source_ss_id, 'permission_denied')
  await runToEnd(client, task.id)
  await page.goto(await lastRunPath(client, task.id))
  await openFacts(page)
  await expect(attempts.getByRole('listitem')).toHaveText(/^1\s*Error.+ms.{20,}$/)
  await expect(sectionsOn(page).changes.getByText('This run changed no cells.')).toBeVisible()
})

test('Runs says what Run All would take, what is not known, and what the estimate is made from', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Foreseen' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'known' })
  await page.goto('/runs')
  const runAll = page.getByRole('region', { name: 'Next scheduled' }).getByRole('listitem')
  await expect(runAll).toContainText('Run All · Not known yet: none of the tasks has run.')
  await runToSuccess(client, task.id)
  await page.reload()
  await expect(runAll).toContainText(/About \d+ s, \d+ requests, limited by /)
  await runAll.getByText('Run All').click()
  await expect(runAll).toContainText('From what the last run of each task used, at the present limits.')
})
