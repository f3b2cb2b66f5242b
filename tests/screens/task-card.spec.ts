import { expect, type Locator } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { errorReply, unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { overrideTasks } from '#tests/e2e/support/override-tasks.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { findFact, taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

const HOUR_MS = 3_600_000

test('a card shows every field of its task', async ({ page, client }) => {
  const type = await createType(client, { name: 'Ledgers', allowed_concurrent_tasks: 7 })
  const { id } = await createTask(client, { type, name: 'Quarter', source_ss_id: 'source-id', target_sheet_name: 'Q1' })
  const anHourAgo = new Date(Date.now() - HOUR_MS).toISOString()
  await overrideTasks(page, () => ({
    source_ss_name: 'General ledger',
    chunk_size: 1500,
    start_row: 3,
    total_elapsed_seconds: 125,
    retry_count: 2,
    last_error_count: 4,
    prerequisites_count: 6,
    last_successful_run: anHourAgo,
    last_triggered: { time: anHourAgo, triggered_by: 'maria@example.com' },
    latest_log: {
      id: 1,
      level: 'WARNING',
      message: 'Three rows were skipped',
      timestamp: anHourAgo,
      formatted_timestamp: '2026-11-21 04:00:00',
    },
    ...({ running_status: true, task_status: 'Running', rows_done: 500, rows_total: 2000, seconds_left: 75 } as const),
  }))
  await page.goto('/sync_tasks')
  const card = taskListOn(page).card('Q1')
  await expect(card.getByText('Ledgers', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Quarter', exact: true })).toHaveAttribute('href', `/sync_tasks/${id}`)
  const source = card.getByRole('link', { name: 'General ledger' })
  await expect(source).toHaveAttribute('href', '/spreadsheets/source-id')
  await expect(source).toHaveAttribute('target', '_blank')
  await expect(card.locator('code')).toHaveText('source-id')
  await expect(card.getByRole('link', { name: 'target-of-Quarter' })).toHaveAttribute(
    'href',
    '/spreadsheets/target-of-Quarter',
  )
  for (const [name, value] of [
    ['Elapsed', '2m 5s'],
    ['Chunk size', '1,500'],
    ['Start row', '3'],
    ['Max concurrent', '7'],
    ['Retries', '2'],
    ['Errors', '4'],
    ['Prerequisites', '6'],
    ['Last success', '1h ago'],
  ] as const) {
    await expect(findFact(card, name)).toHaveText(value)
  }
  await expect(card.getByTitle('Last triggered by maria@example.com')).toHaveText('1h ago by maria@example.com')
  await expect(card.getByText('500 of 2,000 rows, 1m 15s left')).toBeVisible()
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  await expect(card.getByText('In Progress', { exact: true })).toHaveAttribute('data-tone', 'orange')
  const log = card.getByRole('paragraph').filter({ hasText: 'Three rows were skipped' })
  await expect(log.getByText('WARNING', { exact: true })).toHaveAttribute('data-tone', 'yellow')
  await expect(log.getByRole('time')).toBeVisible()
  await expect(card.getByRole('link', { name: 'View Logs' })).toHaveAttribute('href', `/sync_tasks/${id}/logs`)
  await expect(card.getByRole('link', { name: 'View Data Copy' })).toHaveAttribute(
    'href',
    `/sync_tasks/${id}/data_copy`,
  )
})

test('states and log levels have their labels and colors', async ({ page, client }) => {
  const type = await createType(client, { name: 'Colored' })
  const states = [
    { task_status: 'Failed', waiting_for: 'Retrying in 40 s', tone: 'red', level: 'ERROR', levelTone: 'red' },
    { task_status: 'Stopped', waiting_for: null, tone: 'yellow', level: 'INFO', levelTone: 'blue' },
    { task_status: 'Success', waiting_for: null, tone: 'teal', level: 'SUCCESS', levelTone: 'teal' },
    { task_status: 'Error', waiting_for: null, tone: 'red', level: 'WARNING', levelTone: 'yellow' },
  ] as const
  for (const { task_status } of states)
    await createTask(client, { type, name: task_status, target_sheet_name: task_status })
  await overrideTasks(page, ({ name }): Partial<Task> => {
    const state = states.find(({ task_status }) => task_status === name) ?? states[0]
    return {
      task_status: state.task_status,
      waiting_for: state.waiting_for,
      running_status: state.task_status === 'Failed',
      latest_log: {
        id: 1,
        level: state.level,
        message: `${state.level} line`,
        timestamp: new Date().toISOString(),
        formatted_timestamp: 'now',
      },
    }
  })
  await page.goto('/sync_tasks')
  for (const { task_status, waiting_for, tone, level, levelTone } of states) {
    const card = taskListOn(page).card(task_status)
    await expect(card.locator('span[data-tone]').filter({ hasText: task_status })).toHaveAttribute('data-tone', tone)
    await expect(card.locator('b')).toHaveText(level)
    await expect(card.locator('b')).toHaveAttribute('data-tone', levelTone)
    if (waiting_for) await expect(card.getByText(waiting_for, { exact: true })).toBeVisible()
    await expect(stopButton(card)).toHaveCount(task_status === 'Failed' ? 1 : 0)
  }
})

test('a task can be moved within its type, and a move can be undone', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Ordered' })
  for (const name of ['a', 'b', 'c', 'd']) await createTask(client, { type, name, target_sheet_name: name })
  await page.goto('/sync_tasks')
  const { cards, card } = taskListOn(page)
  const order = () => cards.getByRole('heading').allTextContents()
  const move = (name: string, label: string) => card(name).getByRole('button', { name: label })
  await expect(card('a').getByText('1/4', { exact: true })).toBeVisible()
  for (const label of ['Push to top', 'Move up']) {
    await expect(move('a', label)).toBeDisabled()
    await expect(move('d', label)).toBeEnabled()
  }
  for (const label of ['Move down', 'Push to bottom']) {
    await expect(move('a', label)).toBeEnabled()
    await expect(move('d', label)).toBeDisabled()
  }

  await move('d', 'Push to top').click()
  await expect.poll(order).toEqual(['d', 'a', 'b', 'c'])
  await move('d', 'Move down').click()
  await expect.poll(order).toEqual(['a', 'd', 'b', 'c'])
  await move('a', 'Push to bottom').click()
  await expect.poll(order).toEqual(['d', 'b', 'c', 'a'])
  await expect(toast(page, 'Moved "a" (Ordered) Undo')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(order).toEqual(['a', 'd', 'b', 'c'])
  await move('b', 'Move up').click()
  await expect.poll(order).toEqual(['a', 'b', 'd', 'c'])
  await page.reload()
  await expect.poll(order).toEqual(['a', 'b', 'd', 'c'])

  for (const { reply, text } of [
    { reply: unreadableError(500), text: 'Error repositioning task' },
    { reply: errorReply(404, 'Sync task not found.'), text: 'Sync task not found.' },
    {
      reply: { body: { status: 'warning', message: '"a" is already the first.' } },
      text: '"a" is already the first.',
    },
  ]) {
    await withReply(server, { route: api.tasks.reposition, reply }, async () => {
      await move('a', 'Move down').click()
      await expect(toast(page, text)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    })
  }
  expect(await order()).toEqual(['a', 'b', 'd', 'c'])
})

test('the switch flips at once, is locked for half a second, and flips back on an error', async ({ page, client }) => {
  const type = await createType(client, { name: 'Switched' })
  const { id } = await createTask(client, { type, name: 'lamp', target_sheet_name: 'lamp' })
  await page.clock.install()
  await page.goto('/sync_tasks')
  const card = taskListOn(page).card('lamp')
  const toggle = card.getByRole('switch')
  await expect(toggle).toBeChecked()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  let reply = Promise.withResolvers<{ status: number; json: unknown }>()
  let calls = 0
  await page.route(`**/api/sync_tasks/${id}/toggle_active`, async (call) => {
    calls += 1
    await call.fulfill(await reply.promise)
  })

  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await expect(card.getByText('Updating...', { exact: true })).toBeVisible()
  await expect(card).toHaveAttribute('data-inactive')
  // A list the server sends meanwhile still has the old state.
  const list = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/sync_tasks')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await list
  await expect(page.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-busy')
  await expect(card).toHaveAttribute('data-inactive')
  await page.clock.pauseAt(Date.now() + HOUR_MS)
  reply.resolve({ status: 500, json: {} })
  await expect(toast(page, 'Error updating task status')).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(5)
    expect(await toggle.isChecked()).toBe(true)
  }).toPass()
  await toggle.click({ force: true })
  await expect(toggle).toHaveAttribute('aria-disabled', 'true')
  expect(calls).toBe(1)
  await page.clock.runFor(500)
  await expect(toggle).toHaveAttribute('aria-disabled', 'false')
  await page.clock.resume()

  reply = Promise.withResolvers()
  reply.resolve({
    status: 404,
    json: { error: 'Sync task not found.', message: 'Sync task not found.', code: 'not_found' },
  })
  await toggle.click()
  await expect(toast(page, 'Sync task not found.')).toBeVisible()
  await expect(toggle).toBeChecked()
  await expect(toggle).toHaveAttribute('aria-disabled', 'false')
  // The server's reply wins over the request.
  reply = Promise.withResolvers()
  reply.resolve({ status: 200, json: { is_active: true, message: 'It stays on.' } })
  await toggle.click()
  await expect.poll(() => calls).toBe(3)
  await expect(toggle).toBeChecked()

  await page.unroute(`**/api/sync_tasks/${id}/toggle_active`)
  await expect(toggle).toHaveAttribute('aria-disabled', 'false')
  await toggle.click()
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible()
  await page.reload()
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible()
})

test('a task is deleted after confirmation, and stays when deleting fails', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Cleared' })
  for (const name of ['keep', 'drop']) await createTask(client, { type, name, target_sheet_name: name })
  await page.goto('/sync_tasks')
  const { card, cards, dialog } = taskListOn(page)
  const confirmation = dialog('Delete Sync Task')
  await card('drop').getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation.getByText(/^Are you sure you want to delete "drop" \(Cleared\)\?/)).toBeVisible()
  for (const { reply, text } of [
    { reply: unreadableError(500), text: 'Error deleting sync task' },
    {
      reply: errorReply(400, 'Cannot delete while the task is running'),
      text: 'Cannot delete while the task is running',
    },
  ]) {
    await withReply(server, { route: api.tasks.remove, reply }, async () => {
      await confirmation.getByRole('button', { name: 'Delete' }).click()
      await expect(toast(page, text)).toBeVisible()
      await expect(confirmation).toBeVisible()
    })
  }
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Task deleted Undo')).toBeVisible()
  await expect(confirmation).toBeHidden()
  await expect(cards).toHaveCount(1)
  await expect(card('keep').getByText('1/1', { exact: true })).toBeVisible()
})

function stopButton(card: Locator): Locator {
  return card.getByRole('button', { name: 'Stop Task' })
}
