import { expect, type Page } from '@playwright/test'
import { findCard, test } from './support/journey.ts'
import { task } from './support/records.ts'

const RUNNING = { running_status: true, task_status: 'Running' }

for (const busy of [RUNNING, { task_status: 'queued' }, { task_status: 'FAILED' }]) {
  test(`while a task is ${busy.task_status}, states are polled every 12 s and the list every 60 s`, async ({
    page,
    server,
  }) => {
    server.state.tasks = [task(1, busy), task(2)]
    await openList(page)
    await settle(page)
    // From here on, only the test moves the clock.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
    server.forgetReceived()
    await page.clock.runFor(5_000)
    expect(server.received('GET /api/sync_tasks/status_all')).toHaveLength(0)
    for (let polls = 1; polls <= 4; polls += 1) {
      await page.clock.runFor(12_000)
      await expect.poll(() => server.received('GET /api/sync_tasks/status_all').length).toBe(polls)
      await settle(page)
    }
    expect(server.received('GET /api/sync_tasks')).toHaveLength(0)
    await page.clock.runFor(12_000)
    await expect.poll(() => server.received('GET /api/sync_tasks').length).toBe(1)
  })
}

test('a poll brings new states to the cards, and polling stops when no task is busy', async ({ page, server }) => {
  server.state.tasks = [task(1, RUNNING), task(2)]
  await openList(page)
  await settle(page)
  server.state.tasks = [task(1, { task_status: 'Success' }), task(2)]
  await page.clock.runFor(12_000)
  await expect(findCard(page, 'To 1')).toContainText('Success')
  await settle(page)
  server.forgetReceived()
  await page.clock.runFor(70_000)
  await settle(page)
  expect(server.received('GET /api/sync_tasks/status_all')).toHaveLength(0)
  expect(server.received('GET /api/sync_tasks')).toHaveLength(0)
})

test('idle tasks are not polled; a run starts the polling', async ({ page, server }) => {
  await openList(page)
  await settle(page)
  server.forgetReceived()
  await page.clock.runFor(65_000)
  expect(server.received('GET /api/sync_tasks/status_all')).toHaveLength(0)
  await findCard(page, 'To 1').getByRole('button', { name: 'Run Task' }).click()
  await expect(findCard(page, 'To 1').getByRole('button', { name: /^Running/ })).toBeVisible()
  await settle(page)
  server.forgetReceived()
  await page.clock.runFor(12_500)
  await expect.poll(() => server.received('GET /api/sync_tasks/status_all').length).toBeGreaterThan(0)
})

async function openList(page: Page): Promise<void> {
  await countUnreadReplies(page)
  await page.clock.install()
  await page.goto('/sync_tasks')
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** Counts the page's calls with unread replies, in an attribute of the page. */
async function countUnreadReplies(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch
    let unread = 0
    const add = (change: number) => {
      unread += change
      document.documentElement.dataset['unread'] = String(unread)
    }
    const afterThisTask = (act: () => void) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = act
      port2.postMessage(undefined)
    }
    window.fetch = async (...request) => {
      add(1)
      const reply = await send(...request).finally(() => add(-1))
      const read = reply.text.bind(reply)
      reply.text = () => {
        add(1)
        return read().finally(() => afterThisTask(() => add(-1)))
      }
      return reply
    }
  })
}

/** Until the page has read the replies to its calls; their timers start only then. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-unread', '0')
}
