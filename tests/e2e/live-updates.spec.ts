import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { findFact, taskListOn } from './support/task-list.ts'
import { withoutPush } from './support/without-push.ts'

const POLL_MS = 12_000
const REFRESH_MS = 60_000

test('pushed events update the list, the page title and the favicon', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Pushed' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'tide' })
  await provider.delayReplies(task.source_ss_id)
  const opened = page.waitForRequest((request) => new URL(request.url()).pathname === api.events.stream.path)
  await page.goto('/sync_tasks')
  const { card, cards } = taskListOn(page)
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

  const lost = await createTask(client, { type, name: 'lost', target_sheet_name: 'lost' })
  await expect(cards).toHaveCount(2)
  await client.call(api.tasks.execute, { params: { id: lost.id }, body: {} })
  await expect(page).toHaveTitle('(1 error) Sync Tasks · Nano Sync')
  await expect(icon).toHaveAttribute('href', '/favicon-failed.svg')
})

test('without push, the list polls while a task runs and stops polling when none does', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Polled' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'well' })
  await provider.delayReplies(task.source_ss_id)
  await withoutPush(page)
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
  const card = taskListOn(page).card('well')
  await card.getByRole('button', { name: 'Run Task' }).click()
  // Whether the run has already started when the list reloads depends on the queue.
  await expect(card).toHaveAttribute('data-status', /Queued|Running/)
  // A late reply starts the wait for the next one late.
  await expect(async () => {
    await page.clock.runFor(POLL_MS)
    expect(await card.getAttribute('data-status')).toBe('Running')
  }).toPass()
  const listsBefore = lists
  await expect(async () => {
    await page.clock.runFor(REFRESH_MS)
    expect(lists).toBeGreaterThan(listsBefore)
  }).toPass()

  await client.call(api.tasks.stop, { params: { id: task.id } })
  await expect
    .poll(async () => (await client.call(api.tasks.get, { params: { id: task.id } })).running_status)
    .toBe(false)
  await expect(async () => {
    await page.clock.runFor(POLL_MS)
    expect(await card.getAttribute('data-status')).toBe('Stopped')
  }).toPass()
  await page.clock.runFor(REFRESH_MS)
  const statesAtRest = states
  await page.clock.runFor(3 * REFRESH_MS)
  expect(states).toBe(statesAtRest)
})

test('stopping a task shows at once everywhere, and the list is read again', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Braked' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'train' })
  await provider.delayReplies(task.source_ss_id)
  await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await withoutPush(page)
  await page.goto('/sync_tasks')
  const { card, summary } = taskListOn(page)
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(card('train')).toHaveAttribute('data-status', 'Running', { timeout: 1000 })
  }).toPass()
  await expect(summary).toContainText('1 In Progress')
  await expect(page).toHaveTitle('(1 running) Sync Tasks · Nano Sync')

  // The test decides when the replies arrive that say how the run ended.
  const released = Promise.withResolvers<void>()
  let reads = 0
  const readsStates = ({ pathname }: URL) => /^\/api\/sync_tasks(\/\d+|\/status_all)?$/.test(pathname)
  await page.route(readsStates, async (call) => {
    if (new URL(call.request().url()).pathname === api.tasks.list.path) reads += 1
    await released.promise
    await call.continue()
  })
  await card('train').getByRole('button', { name: 'Stop Task' }).click()
  await expect(toast(page, /^Stopping 'train' \(.+\)\.$/)).toBeVisible()
  await expect(card('train')).toHaveAttribute('data-status', 'Stopping')
  await expect(card('train').getByText('Stopping', { exact: true }).first()).toBeVisible()
  await expect(card('train').getByRole('button', { name: 'Run Task' })).toBeEnabled()
  await expect(summary).toContainText('1 Stopping')
  await expect(page).toHaveTitle('Sync Tasks · Nano Sync')
  await expect.poll(() => reads).toBe(1)
  released.resolve()
  await expect(card('train')).toHaveAttribute('data-status', 'Stopped')
})

for (const source of ['pushed events', 'polling'] as const) {
  test(`when a run ends, its card changes in one step, with ${source}`, async ({ page, client, provider }) => {
    const type = await createType(client, { name: 'Whole' })
    await createRunnableTask({ client, provider }, { type, name: 'moon' })
    if (source === 'polling') await withoutPush(page)
    await page.goto('/sync_tasks')
    const card = taskListOn(page).card('moon')
    await expect(findFact(card, 'Last success')).toHaveText('Never')
    await card.evaluate((element: HTMLElement) => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const record = () => {
        const text = element.innerText
        if (element.dataset['status'] === 'Success' && seen.length === 0) seen.push(text)
      }
      new MutationObserver(record).observe(element, { attributes: true, childList: true, subtree: true })
    })
    // A slow reply makes an incomplete card visible.
    await page.route(
      ({ pathname }) => /^\/api\/sync_tasks(\/\d+)?$/.test(pathname),
      async (call) => {
        await new Promise((resolve) => setTimeout(resolve, 500))
        await call.continue()
      },
    )
    await card.getByRole('button', { name: 'Run Task' }).click()
    await expect(card).toHaveAttribute('data-status', 'Success', { timeout: 60_000 })
    const [text] = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(text).toMatch(/Last success\s+just now/)
    expect(text).toMatch(/Elapsed\s+\d+s/)
    expect(text).toContain('moon source')
    expect(text).toContain('moon target')
  })
}
