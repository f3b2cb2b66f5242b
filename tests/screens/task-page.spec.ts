import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { buildSuccess } from './support/build-success.ts'
import { test } from './support/screen.ts'
import { failUntilTriedAgain, withReply } from './support/server-reply.ts'

test('the task page shows the card of the task without buttons, and names the task once', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Single' })
  const task = await createTask(client, { type, name: 'lone', target_sheet_name: 'lone' })
  await createTask(client, { type, name: 'neighbour', target_sheet_name: 'neighbour' })
  server.changeTask(task.id, buildSuccess())
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
  await expect(card.locator(`a[href="/sync_tasks/${task.id}"]`)).toHaveCount(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/sync_tasks')
})

test('on a phone, the card opens by one press', async ({ page, client }) => {
  const type = await createType(client, { name: 'Pocket' })
  const { id } = await createTask(client, { type, name: 'small', target_sheet_name: 'small' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/sync_tasks/${id}`)
  const card = page.getByRole('article', { name: 'small' })
  await expect(page.getByRole('tab', { name: 'History' })).toBeInViewport()
  await expect(card).toBeHidden()
  await page.getByText('Details of this task').click()
  await expect(card.getByText('Chunk size')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a server without a run history leaves out the last runs, and says nothing', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Bare' })
  const { id } = await createTask(client, { type, name: 'plain', target_sheet_name: 'plain' })
  await withReply(server, { route: api.runs.list, reply: unreadableError(404) }, async () => {
    await page.goto(`/sync_tasks/${id}`)
    await expect(page.getByRole('article', { name: 'plain' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Task created')
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  })
})

test('the task page says when the task is missing or fails to load', async ({ page, client, server }) => {
  const { id } = await createTask(client, { type: await createType(client, { name: 'Gone' }), name: 'gone' })
  await client.call(api.tasks.remove, { params: { id } })
  for (const path of [`/sync_tasks/${id}`, '/sync_tasks/no-number']) {
    await page.goto(path)
    await expect(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  await failUntilTriedAgain({ page, server }, { route: api.tasks.get, reply: unreadableError(418) }, async () => {
    await page.goto(`/sync_tasks/${id}`)
    await expect(toast(page, 'Failed to fetch sync task. Please try again later.')).toBeVisible()
    await expect(page.getByText('Sync task not found.')).toHaveCount(0)
  })
  await expect(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
})

test('the set-up lists only settings that differ, and each line opens its fields in the form', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Plain' })
  const task = await createTask(client, { type, name: 'usual', target_sheet_name: 'usual' })
  await page.goto(`/sync_tasks/${task.id}?tab=set_up`)
  const lines = page.getByRole('list', { name: 'Set-up' }).getByRole('button')
  await expect(lines).toHaveText([/^WhenNo schedule$/])
  await client.call(api.tasks.update, {
    params: { id: task.id },
    body: { start_row: 3, mode: 'update', key_columns: 'id', scheduled_times: ['04:00'] },
  })
  await expect(lines).toHaveText([
    /^WhenDaily at 04:00$/,
    /^How rows arriveMode: Update rows with the same key · Key columns: id$/,
    /limits.*Start row: 3$/,
  ])
  await expectAccessible(page, 'Set-up')
  await lines.last().click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByLabel('Start row').fill('1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(lines).toHaveText([/^WhenDaily/, /^How rows arrive/])
  await lines.last().click()
  await expect(form.getByRole('button', { name: 'How rows arrive' })).toHaveAttribute('aria-expanded', 'true')
})
