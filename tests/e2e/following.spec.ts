import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { test } from './support/bare-app.ts'
import { makeTask, makeType } from './support/make.ts'
import { makeRunnable } from './support/make-runnable.ts'
import { listOf } from './support/task-list.ts'

const POLL_MS = 12_000
const REFRESH_MS = 60_000

test('what happens elsewhere reaches the list, the tab and its icon by push', async ({ page, client, provider }) => {
  const type = await makeType(client, { name: 'Pushed' })
  const task = await makeRunnable({ client, provider }, { type, name: 'tide' })
  await provider.holdBack(task.source_ss_id)
  const opened = page.waitForRequest((request) => new URL(request.url()).pathname === api.events.stream.path)
  await page.goto('/sync_tasks')
  const { card, cards } = listOf(page)
  const icon = page.locator('link[rel="icon"]')
  await expect(page).toHaveTitle('Sync Tasks · Nano Sync')
  await expect(icon).toHaveAttribute('href', '/favicon.svg')
  await opened

  await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await expect(card('tide')).toHaveAttribute('data-status', 'Running')
  await expect(page).toHaveTitle('(1 running) Sync Tasks · Nano Sync')
  await expect(icon).toHaveAttribute('href', '/favicon-running.svg')
  await client.call(api.tasks.stop, { params: { id: task.id } })
  await expect(card('tide')).toHaveAttribute('data-status', 'Stopped')
  await expect(page).toHaveTitle('Sync Tasks · Nano Sync')

  const lost = await makeTask(client, { type, name: 'lost', target_sheet_name: 'lost' })
  await expect(cards).toHaveCount(2)
  await client.call(api.tasks.execute, { params: { id: lost.id }, body: {} })
  await expect(page).toHaveTitle('(1 failed) Sync Tasks · Nano Sync')
  await expect(icon).toHaveAttribute('href', '/favicon-failed.svg')
})

test('where push is blocked, the list polls while something runs and stops when nothing does', async ({
  page,
  client,
  provider,
}) => {
  const type = await makeType(client, { name: 'Polled' })
  const task = await makeRunnable({ client, provider }, { type, name: 'well' })
  await provider.holdBack(task.source_ss_id)
  await page.route(`**${api.events.stream.path}`, (call) => call.abort())
  await page.clock.install()
  let lists = 0
  let states = 0
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === api.tasks.statusAll.path) states += 1
    if (url.pathname !== api.tasks.list.path || request.method() !== 'GET') return
    lists += 1
    expect(url.search).toBe('?page=1&limit=400')
  })
  await page.goto('/sync_tasks')
  const card = listOf(page).card('well')
  await card.getByRole('button', { name: 'Run Task' }).click()
  // How far the run is when the list is read again is the queue's affair.
  await expect(card).toHaveAttribute('data-status', /Queued|Running/)
  await page.clock.runFor(POLL_MS)
  await expect(card).toHaveAttribute('data-status', 'Running')
  const listsBefore = lists
  await page.clock.runFor(REFRESH_MS)
  await expect.poll(() => lists).toBeGreaterThan(listsBefore)

  await client.call(api.tasks.stop, { params: { id: task.id } })
  await expect
    .poll(async () => (await client.call(api.tasks.get, { params: { id: task.id } })).running_status)
    .toBe(false)
  await page.clock.runFor(POLL_MS)
  await expect(card).toHaveAttribute('data-status', 'Stopped')
  await page.clock.runFor(REFRESH_MS)
  const statesAtRest = states
  await page.clock.runFor(3 * REFRESH_MS)
  expect(states).toBe(statesAtRest)
})
