import { expect, type Locator } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { errorReply, unreadableError, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'
import { findFact, taskListOn } from './support/task-list.ts'

test('a run blocks its task until it ends or is stopped', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Started' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'engine' })
  await createTask(client, { type, name: 'other', target_sheet_name: 'other' })
  await provider.delayReplies(task.source_ss_id)
  await page.goto('/sync_tasks')
  const card = taskListOn(page).card('engine')
  const run = card.getByRole('button', { name: 'Run Task' })
  for (const { reply, text } of [
    { reply: unreadableError(500), text: 'Error executing sync task' },
    { reply: 'none' as const, text: 'Error executing sync task' },
    { reply: errorReply(503, 'This node is stopping'), text: 'This node is stopping' },
  ]) {
    await withMockReply(page, { route: api.tasks.execute, reply }, async () => {
      await run.click()
      await expect(toast(page, text)).toBeVisible()
    })
    // The next reply may have the same text.
    await toast(page, text).dispatchEvent('click')
    await expect(toast(page, text)).toHaveCount(0)
  }
  await expect(card.getByText('No logs available.', { exact: true })).toBeVisible()
  await expect(stopButton(card)).toHaveCount(0)

  await run.press('Enter')
  await expect(toast(page, /^'engine' \(.+\) is queued\.$/)).toBeVisible()
  await expect(card).toHaveAttribute('data-status', 'Running')
  await expect(card.getByRole('button', { name: /^Running/ })).toBeFocused()
  await expect(card.getByRole('button', { name: /^Running/ })).toBeDisabled()
  for (const label of ['Edit', 'Delete', 'Move down', 'Push to bottom']) {
    await expect(card.getByRole('button', { name: `${label} engine`, exact: true })).toBeDisabled()
  }
  await card.getByRole('button', { name: /^Delete / }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card.getByTitle('Last triggered by ada@example.com')).toBeVisible()
  await withMockReply(page, { route: api.tasks.stop, reply: unreadableError(500) }, async () => {
    await stopButton(card).click()
    await expect(toast(page, 'Failed to stop task')).toBeVisible()
    await expect(card).toHaveAttribute('data-status', 'Running')
  })
  await stopButton(card).press('Enter')
  await expect(toast(page, /^Stopping 'engine' \(.+\)\.$/)).toBeVisible()
  await expect(card).toHaveAttribute('data-status', 'Stopped')
  await expect(run).toBeEnabled()
  await expect(run).toBeFocused()
  await expect(stopButton(card)).toHaveCount(0)

  await card.getByRole('switch').click()
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible()
  await run.click()
  await expect(toast(page, 'Task is inactive. Activate it before running it.')).toBeVisible()
})

test('a card shows what its task waits for and why it failed', async ({ page, client, provider }) => {
  const first = await createType(client, { name: 'Upstream' })
  const then = await createType(client, { name: 'Downstream', depends_on_id: first.id })
  const spring = await createRunnableTask({ client, provider }, { type: first, name: 'spring' })
  const brook = await createRunnableTask({ client, provider }, { type: then, name: 'brook' })
  await createTask(client, { type: first, name: 'dry', target_sheet_name: 'dry', max_concurrent_tasks: 9 })
  await provider.delayReplies(spring.source_ss_id)
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  for (const { id } of [spring, brook]) await client.call(api.tasks.execute, { params: { id }, body: {} })
  await expect(card('brook').getByText('Waiting for 1 prerequisite in Upstream', { exact: true })).toBeVisible()
  await expect(card('brook')).toHaveAttribute('data-status', 'Queued')
  await expect(findFact(card('brook'), 'Prerequisites')).toHaveText('1')

  await expect(findFact(card('dry'), 'Max concurrent')).toHaveText('9')
  await card('dry').getByRole('button', { name: 'Run Task' }).click()
  await expect(card('dry')).toHaveAttribute('data-status', 'Error')
  await expect(card('dry').getByText(/was not found/)).toBeVisible()
  await expect(findFact(card('dry'), 'Errors')).not.toHaveText('0')
})

test('a run held because of an empty source can be copied anyway after a preview', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Guarded' })
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: [] })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await card('vault').getByRole('button', { name: 'Run Task' }).click()
  await expect(card('vault')).toHaveAttribute('data-status', 'Warning')
  await expect(card('vault').getByText('Held: The source has no data rows.', { exact: true })).toBeVisible()
  await card('vault').getByRole('button', { name: 'See what would be lost' }).click()
  const reason = page.getByRole('alert').filter({ hasText: 'A run would be held' })
  await expect(reason).toContainText('The source has no data rows.')
  await page.getByRole('button', { name: 'Run again' }).click()
  const listRuns = async () => (await client.call(api.runs.list, { query: { task_id: id, limit: 2 } })).runs
  await expect.poll(async () => (await listRuns()).map(({ status }) => status)).toEqual(['Warning', 'Warning'])
  await page.getByRole('button', { name: 'See what would be lost' }).click()
  // The page of the task has a button of this name, too.
  await expect(reason).toBeVisible()
  await page.getByRole('button', { name: 'Copy anyway' }).click()
  await expect(page.getByRole('article', { name: 'vault' })).toHaveAttribute('data-status', 'Success')
  await expect(page.getByRole('button', { name: 'See what would be lost' })).toHaveCount(0)
})

function stopButton(card: Locator): Locator {
  return card.getByRole('button', { name: 'Stop Task' })
}
