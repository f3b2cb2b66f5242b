import { expect } from '@playwright/test'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

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
