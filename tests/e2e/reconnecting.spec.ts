import { expect } from '@playwright/test'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

const MESSAGE = 'Nano Sync cannot reach its database right now. Please try again in a few seconds.'

test('while the database is away, the page says so, and then shows what has changed without a reload', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Cut off' })
  await createTask(client, { type, name: 'ebb', target_sheet_name: 'ebb' })
  await page.goto(`/sync_tasks?type=${type.id}`)
  const { card } = taskListOn(page)
  await expect(card('ebb')).toBeVisible()
  const notice = page.getByRole('status').getByText('Reconnecting…')
  await expect(notice).toBeHidden()

  const isCall = (url: URL) => url.pathname.startsWith('/api/') || url.pathname.startsWith('/auth/')
  await page.route(isCall, (call) =>
    call.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      contentType: 'application/json',
      body: JSON.stringify({ error: MESSAGE, message: MESSAGE, code: 'database_unavailable' }),
    }),
  )
  await card('ebb').getByRole('button', { name: 'Run Task' }).click()
  await expect(page.getByText(MESSAGE)).toBeVisible()
  await expect(notice).toBeVisible()
  await expect(card('ebb')).toBeVisible()

  await createTask(client, { type, name: 'flow', target_sheet_name: 'flow' })
  await page.unroute(isCall)
  await expect(card('flow')).toBeVisible()
  await expect(notice).toBeHidden()
})
