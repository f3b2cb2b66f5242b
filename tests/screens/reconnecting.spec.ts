import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

const MESSAGE = 'Nano Sync cannot reach its database right now. Please try again in a few seconds.'
const refusal = { error: MESSAGE, message: MESSAGE, code: 'database_unavailable' }

const replies = {
  'the node without its database': { status: 503, contentType: 'application/json', body: JSON.stringify(refusal) },
  'a load balancer without a ready node': { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
}

test('while no node can serve, the page says so, and then shows what has changed without a reload', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Cut off' })
  await createTask(client, { type, name: 'ebb', target_sheet_name: 'ebb' })
  await page.goto(`/sync_tasks?type=${type.id}`)
  const { card } = taskListOn(page)
  const notice = page.getByRole('status').getByText('Reconnecting…')
  const isCall = (url: URL) => url.pathname.startsWith('/api/') || url.pathname.startsWith('/auth/')

  for (const [responder, reply] of Object.entries(replies)) {
    await test.step(responder, async () => {
      await expect(card('ebb')).toBeVisible()
      await expect(notice).toBeHidden()
      await page.route(isCall, (call) => call.fulfill(reply))
      await card('ebb').getByRole('button', { name: 'Run Task' }).click()
      await expect(notice).toBeVisible()
      await expect(card('ebb')).toBeVisible()

      const added = `flow ${reply.status}`
      await createTask(client, { type, name: added, target_sheet_name: added })
      await page.unroute(isCall)
      await expect(card(added)).toBeVisible()
      await expect(notice).toBeHidden()
    })
  }
})

test('without a network the page says so, and reads again by itself what has changed', async ({
  page,
  context,
  client,
}) => {
  const type = await createType(client, { name: 'Offline' })
  await createTask(client, { type, name: 'before', target_sheet_name: 'before' })
  // Nothing is pushed: only reading again brings the changes.
  await page.route('**/api/events*', (call) => call.abort())
  await page.goto(`/sync_tasks?type=${type.id}`)
  const { card } = taskListOn(page)
  const notice = page.getByRole('status').getByText(/^You are offline/)
  await expect(card('before')).toBeVisible()
  await expect(notice).toBeHidden()
  await context.setOffline(true)
  await expect(notice).toBeVisible({ timeout: 5_000 })
  await createTask(client, { type, name: 'meanwhile', target_sheet_name: 'meanwhile' })
  let reads = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === api.tasks.list.path) reads += 1
  })
  await context.setOffline(false)
  await expect(card('meanwhile')).toBeVisible()
  await expect(notice).toBeHidden()
  expect(reads).toBe(1)
})

test('a page that loses its stream because the server is gone says so without waiting for a click', async ({
  page,
}) => {
  const ended = { contentType: 'text/event-stream', body: '' }
  await page.route('**/api/events*', (call) => call.fulfill(ended))
  await page.goto('/sync_tasks')
  const notice = page.getByRole('status').getByText('Reconnecting…')
  await expect(page.getByRole('heading', { level: 1, name: 'Sync Tasks' })).toBeVisible()
  const isCall = (url: URL) => url.pathname.startsWith('/api/') || url.pathname.startsWith('/auth/')
  await page.route(isCall, (call) => call.abort())
  await expect(notice).toBeVisible()
  await page.unroute(isCall)
  await expect(notice).toBeHidden()
})
