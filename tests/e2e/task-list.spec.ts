import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { errorReply, unreadableError, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('Run Group and Stop Group are enabled as the tasks of the group allow', async ({ page, client, provider }) => {
  const busy = await createType(client, { name: 'Busy' })
  const idle = await createType(client, { name: 'Idle' })
  for (const name of ['first', 'second']) {
    const task = await createRunnableTask({ client, provider }, { type: busy, name })
    await provider.delayReplies(task.source_ss_id)
  }
  await createTask(client, { type: idle, name: 'asleep', is_active: false })
  await page.goto('/sync_tasks')
  const { cards } = taskListOn(page)
  const run = (name: string) => page.getByRole('button', { name: `Run Group ${name}` }).first()
  const stop = (name: string) => page.getByRole('button', { name: `Stop Group ${name}` }).first()
  await expect(page.getByRole('heading', { level: 2, name: 'Busy' }).first()).toBeVisible()
  await expect(page.getByText('2 tasks', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('1 task', { exact: true })).toBeVisible()
  await expect(run('Idle')).toBeDisabled()
  await expect(stop('Idle')).toBeDisabled()
  await expect(run('Busy')).toBeEnabled()
  await expect(stop('Busy')).toBeDisabled()

  for (const { reply, text } of [
    { reply: unreadableError(500), text: 'Failed to run group' },
    { reply: errorReply(503, 'This node is stopping'), text: 'This node is stopping' },
  ]) {
    await withMockReply(page, { route: api.taskTypes.runGroup, reply }, async () => {
      await run('Busy').click()
      await expect(toast(page, text)).toBeVisible()
    })
  }
  await run('Busy').click()
  await expect(toast(page, '2 tasks queued in Busy.')).toBeVisible()
  await expect(cards.and(page.locator('[data-status="Running"]'))).toHaveCount(1)
  await expect(cards.and(page.locator('[data-status="Queued"]'))).toHaveCount(1)
  await expect(cards.getByText('Waiting: 1 of 1 running in Busy', { exact: true })).toBeVisible()
  await expect(run('Busy')).toBeDisabled()

  await withMockReply(page, { route: api.taskTypes.stopGroup, reply: unreadableError(500) }, async () => {
    await stop('Busy').click()
    await expect(toast(page, 'Failed to stop tasks')).toBeVisible()
  })
  await stop('Busy').click()
  await expect(toast(page, 'Stopping 2 tasks in Busy.')).toBeVisible()
  await expect(cards.and(page.locator('[data-status="Stopped"]'))).toHaveCount(2)
  await expect(stop('Busy')).toBeDisabled()
})

test('with a filter, a group still counts, runs and stops all its tasks', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Partly', allowed_concurrent_tasks: 3 })
  await createTask(client, { type, name: 'seen', target_sheet_name: 'seen', is_active: false })
  for (const name of ['hidden one', 'hidden two']) {
    const task = await createRunnableTask({ client, provider }, { type, name })
    await provider.delayReplies(task.source_ss_id)
  }
  await page.goto('/sync_tasks')
  const { cards, dialog, nameFilter } = taskListOn(page)
  const head = page.getByRole('heading', { level: 2, name: 'Partly' }).first().locator('..')
  await expect(head).toContainText('3 tasks')
  await nameFilter.fill('seen')
  await expect(cards).toHaveCount(1)
  await expect(head).toContainText('1 of 3 tasks')

  const run = page.getByRole('button', { name: 'Run Group Partly' }).first()
  const stop = page.getByRole('button', { name: 'Stop Group Partly' }).first()
  await expect(stop).toBeDisabled()
  await run.click()
  const asked = dialog('Run Group')
  await expect(asked.getByText('Runs 2 tasks of Partly, not only the one shown.', { exact: true })).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  await run.click()
  await asked.getByRole('button', { name: 'Run 2 tasks' }).click()
  await expect(toast(page, '2 tasks queued in Partly.')).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(head).toContainText('2 In Progress · 1 Pending')
  await expect(head.locator('[data-tone]').first()).toHaveAttribute('data-tone', 'orange')
  await expect(run).toBeDisabled()
  await stop.click()
  await expect(toast(page, 'Stopping 2 tasks in Partly.')).toBeVisible()
  await expect(head).not.toContainText('In Progress')
  await expect(run).toBeEnabled()
})
