import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { unreadableError, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'

test('the task page shows the task without buttons, with the last lines of its log', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Single' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'lone' })
  await createTask(client, { type, name: 'neighbour' })
  await runToSuccess(client, task.id)
  await page.goto(`/sync_tasks/${task.id}`)
  const card = page.getByRole('article', { name: 'lone' })
  await expect(page).toHaveTitle(/lone \(Single\) · Nano Sync$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('lone (Single)')
  await expect(card.getByText('Success', { exact: true }).first()).toBeVisible()
  await expect(card.getByText('Position 1/2', { exact: true })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card.getByRole('switch')).toHaveCount(0)
  await expect(card.getByRole('checkbox')).toHaveCount(0)
  // The page is named once, and does not link to itself.
  await expect(page.getByText('lone (Single)', { exact: true })).toHaveCount(1)
  await expect(page.getByText('lone', { exact: true })).toHaveCount(0)
  await expect(page.locator(`a[href="/sync_tasks/${task.id}"]`)).toHaveCount(0)
  const lines = page.getByRole('region', { name: 'Recent log lines' }).getByRole('paragraph')
  await expect(lines).not.toHaveCount(0)
  for (const line of [card.getByRole('paragraph').first(), lines.first()]) {
    await expect(line).toHaveCSS('font-size', '12px')
  }
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/sync_tasks')
})

test('the task page leads to the logs, the data copy, both spreadsheets and the last runs', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Leading' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'guide' })
  const other = await createRunnableTask({ client, provider }, { type, name: 'other' })
  for (const { id } of [task, other, task]) await runToSuccess(client, id)
  await page.goto(`/sync_tasks/${task.id}`)
  const links = page.getByRole('navigation', { name: 'Task', exact: true })
  for (const [name, address] of [
    ['View Logs', `/sync_tasks/${task.id}/logs`],
    ['View Data Copy', `/sync_tasks/${task.id}/data_copy`],
    ['Source spreadsheet', provider.pageOf(task.source_ss_id)],
    ['Target spreadsheet', provider.pageOf(task.target_ss_id)],
  ] as const) {
    await expect(links.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
  const runs = page.getByRole('region', { name: 'Recent runs' }).getByRole('listitem')
  await expect(runs).toHaveCount(2)
  for (const run of await runs.all()) {
    await expect(run).toHaveText(/^Success.*\d+s · 2 rows · \d+ cells? changed · \d+ requestsada@example\.com$/)
    await expect(run.getByRole('time')).toHaveAttribute('title', / EST$/)
  }
  await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await expect(runs).toHaveCount(3)
})

test('a server without a run history leaves out the last runs, and says nothing', async ({ page, client }) => {
  const type = await createType(client, { name: 'Bare' })
  const { id } = await createTask(client, { type, name: 'plain', target_sheet_name: 'plain' })
  await withMockReply(page, { route: api.runs.list, reply: unreadableError(404) }, async () => {
    await page.goto(`/sync_tasks/${id}`)
    await expect(page.getByRole('article', { name: 'plain' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent runs' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  })
})

test('the task page says when the task is missing or fails to load', async ({ page, client }) => {
  const { id } = await createTask(client, { type: await createType(client, { name: 'Gone' }), name: 'gone' })
  await client.call(api.tasks.remove, { params: { id } })
  for (const path of [`/sync_tasks/${id}`, '/sync_tasks/no-number']) {
    await page.goto(path)
    await expect(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  await withMockReply(page, { route: api.tasks.get, reply: unreadableError(418) }, async () => {
    await page.goto(`/sync_tasks/${id}`)
    await expect(toast(page, 'Failed to fetch sync task. Please try again later.')).toBeVisible()
    await expect(page.getByText('Sync task not found.')).toHaveCount(0)
  })
  const notFound = page.getByText('Sync task not found.', { exact: true })
  // A pushed event may have made the page read the task again already.
  await page.getByRole('button', { name: 'Try again' }).or(notFound).click()
  await expect(notFound).toBeVisible()
})
