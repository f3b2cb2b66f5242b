import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { unreadableError, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

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
  const card = taskListOn(page).card('lone')
  await expect(page).toHaveTitle(/lone · Nano Sync$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('lone')
  await expect(card.getByText('Success', { exact: true }).first()).toBeVisible()
  await expect(card.getByText('Position 1/2', { exact: true })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card.getByRole('switch')).toHaveCount(0)
  await expect(card.getByRole('checkbox')).toHaveCount(0)
  const lines = page.getByRole('region', { name: 'Recent log lines' }).getByRole('paragraph')
  await expect(lines).not.toHaveCount(0)
  for (const line of [card.getByRole('paragraph').first(), lines.first()]) {
    await expect(line).toHaveCSS('font-size', '12px')
  }
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/sync_tasks')
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
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Sync task not found.', { exact: true })).toBeVisible()
})
