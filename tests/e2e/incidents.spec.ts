import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { countClicks } from './support/count-clicks.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import type { Provider } from './support/provider.ts'
import { taskListOn } from './support/task-list.ts'

const MAX_CLICKS_TO_CAUSE = 3

const attentionOn = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
const summaryOn = (page: Page) => page.getByRole('status', { name: 'Summary' })

interface World {
  client: ApiClient
  provider: Provider
}

/** Runs all tasks, and waits until all runs have ended. */
async function runAll(client: ApiClient): Promise<void> {
  await client.call(api.tasks.executeAll, {})
  await untilIdle(client)
}

async function untilIdle(client: ApiClient): Promise<void> {
  const unfinished = async () => {
    const { all_running_status } = await client.call(api.tasks.statusAll, {})
    return Object.values(all_running_status).filter(({ running_status }) => running_status).length
  }
  await expect.poll(unfinished).toBe(0)
}

async function createDependents(world: World): Promise<{ ledger: Task; names: string[] }> {
  const { client } = world
  const masters = await createType(client, { name: 'Masters', max_retries: 0 })
  const daily = await createType(client, { name: 'Daily', max_retries: 0, depends_on_id: masters.id })
  const ledger = await createRunnableTask(world, { type: masters, name: 'Ledger 1' })
  const names = ['North', 'South', 'West']
  for (const name of names) await createRunnableTask(world, { type: daily, name })
  return { ledger, names }
}

test('a task lost access: one incident with those that did not run, whose cause takes a click, and one runs all again', async ({
  page,
  client,
  provider,
}) => {
  const { ledger, names } = await createDependents({ client, provider })
  await provider.refuseRequests(ledger.source_ss_id, 'forbidden')
  await runAll(client)
  const clicks = await countClicks(page)
  await page.goto('/')
  const attention = attentionOn(page)
  await expect(summaryOn(page)).toHaveText('0 of 4 up to date · 1 error · 3 not run because of Ledger 1')
  await expect(attention.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'Home with an incident')

  await test.step('the cause is on Home, and the run with its log one click away', async () => {
    await expect(attention).toContainText('The request is not allowed for another reason.')
    await attention.getByRole('link', { name: 'Ledger 1 (Masters) failed; 3 tasks did not run because of it' }).click()
    await expect(page).toHaveURL(new RegExp(`/sync_tasks/${ledger.id}/runs/\\d+$`))
    await expect(page.getByRole('region', { name: 'Log', exact: true })).toContainText('not allowed for another reason')
    expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS_TO_CAUSE)
    await page.goBack()
  })

  await test.step('one button runs it and the others', async () => {
    await provider.restoreReplies()
    const before = await clicks()
    await attention.getByRole('button', { name: 'Run it and the 3: Ledger 1 (Masters)' }).click()
    await expect(page.getByText('4 tasks queued.')).toBeVisible()
    expect((await clicks()) - before).toBe(1)
    await expect(summaryOn(page)).toHaveText('4 of 4 up to date')
    await expect(attention).toContainText('Nothing needs your attention.')
  })

  await test.step('that was one change', async () => {
    const { entries } = await client.call(api.activity.list, { query: { kind: 'run_requested', limit: 1 } })
    expect(entries[0]).toMatchObject({ count: names.length + 1 })
  })
})

test('card, page and list tell the same as Home', async ({ page, client, provider }) => {
  const { ledger } = await createDependents({ client, provider })
  await provider.refuseRequests(ledger.source_ss_id, 'forbidden')
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await expect(card('Ledger 1')).toBeVisible()
  await runAll(client)
  await expect(card('Ledger 1').getByRole('button', { name: 'Run it and the 3' })).toBeVisible()
  const stopped = card('North').getByRole('link', { name: 'Not run because of Ledger 1 (Masters)' })
  await expect(stopped).toHaveAttribute('href', `/sync_tasks/${ledger.id}`)
  await stopped.click()
  const affected = page.getByRole('region', { name: 'Affected tasks' })
  await expect(affected).toContainText('Ledger 1 (Masters) failed; 3 tasks did not run because of it')
  await provider.restoreReplies()
  await affected.getByRole('button', { name: 'Run it and the 3: Ledger 1 (Masters)' }).click()
  await expect(affected).toBeHidden()
  await untilIdle(client)
  const { syncTasks } = await client.call(api.tasks.list, { query: {} })
  expect(syncTasks.map(({ task_status }) => task_status)).toEqual(['Success', 'Success', 'Success', 'Success'])
})

test('an account lost access: its tasks are one incident, with one button', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Regional', max_retries: 0, allowed_concurrent_tasks: 4 })
  const tasks = []
  for (const name of ['East', 'North', 'South', 'West']) {
    tasks.push(await createRunnableTask({ client, provider }, { type, name }))
  }
  for (const { source_ss_id } of tasks) await provider.refuseRequests(source_ss_id, 'scope_missing')
  await runAll(client)
  const clicks = await countClicks(page)
  await page.goto('/')
  const attention = attentionOn(page)
  await expect(attention.getByRole('listitem')).toHaveCount(1)
  await expect(attention).toContainText('4 tasks failed')
  await expect(attention).toContainText('sign in with this account and connect it again')
  await attention.getByRole('link', { name: '4 tasks failed' }).click()
  await expect(page).toHaveURL('/sync_tasks?status=Error')
  await expect(page.getByRole('article')).toHaveCount(4)
  expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS_TO_CAUSE)
  await page.goBack()
  await provider.restoreReplies()
  const before = await clicks()
  await attention.getByRole('button', { name: /^Run all 4 again/ }).click()
  await expect(summaryOn(page)).toHaveText('4 of 4 up to date')
  expect((await clicks()) - before).toBe(1)
})

test('a held run: its reason is on Home, what would be lost a click away, and another copies it', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Guarded', max_retries: 0 })
  const rows = Array.from({ length: 40 }, (_, row) => [`code ${row}`, row])
  const task = await createRunnableTask(
    { client, provider },
    { type, name: 'Stock', rows: [['Code', 'Amount'], ...rows] },
  )
  await runToSuccess(client, task.id)
  const cleared = Array.from({ length: 30 }, () => ['', ''])
  await provider.enter(task.source_ss_id, 'Data!A12', cleared)
  await runAll(client)
  const clicks = await countClicks(page)
  await page.goto('/')
  const attention = attentionOn(page)
  await expect(attention).toContainText('Stock (Guarded) was held, nothing written')
  await expect(attention).toContainText('The source shrank from 40 rows to 10')
  await attention.getByRole('button', { name: 'See what would be lost: Stock (Guarded)' }).click()
  await expect(page).toHaveURL(/\/previews\/\d+/)
  await expect(page.getByRole('button', { name: 'Copy anyway' })).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS_TO_CAUSE)
  const before = await clicks()
  await page.getByRole('button', { name: 'Copy anyway' }).click()
  await expect(page).toHaveURL(/\/sync_tasks/)
  expect((await clicks()) - before).toBe(1)
  await untilIdle(client)
  await page.goto('/')
  await expect(summaryOn(page)).toHaveText('1 of 1 up to date')
})

test('a tab has another name: Home names the tabs there are, and one button runs the task again', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Renamed', max_retries: 0 })
  const task = await createRunnableTask(
    { client, provider },
    { type, name: 'Prices', source_sheet_name: 'Prices 2025' },
  )
  await runAll(client)
  const clicks = await countClicks(page)
  await page.goto('/')
  const attention = attentionOn(page)
  await expect(attention).toContainText("There is no tab named 'Prices 2025'")
  await expect(attention).toContainText("Choose one of its tabs in the task: 'Data'.")
  await attention.getByRole('link', { name: 'Prices (Renamed) failed' }).click()
  await expect(page.getByRole('region', { name: 'Log', exact: true })).toContainText('Prices 2025')
  expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS_TO_CAUSE)
  await page.goBack()
  await client.call(api.tasks.update, { params: { id: task.id }, body: { source_sheet_name: 'Data' } })
  const before = await clicks()
  await attention.getByRole('button', { name: 'Run again: Prices (Renamed)' }).click()
  await expect(summaryOn(page)).toHaveText('1 of 1 up to date')
  expect((await clicks()) - before).toBe(1)
})

test('on a phone, the first incident is in sight without scrolling', async ({ page, client, provider }) => {
  const { ledger } = await createDependents({ client, provider })
  await provider.refuseRequests(ledger.source_ss_id, 'forbidden')
  await runAll(client)
  const [width, height] = [390, 844]
  await page.setViewportSize({ width, height })
  await page.goto('/')
  const button = attentionOn(page).getByRole('button', { name: /^Run it and the 3/ })
  await expect(button).toBeVisible()
  const incident = await attentionOn(page).getByRole('listitem').first().boundingBox()
  expect(incident).not.toBeNull()
  expect((incident?.y ?? height) + (incident?.height ?? 0)).toBeLessThanOrEqual(height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})
