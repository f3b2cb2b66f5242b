import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { errorReply, unreadableError, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('Run All runs all active tasks, and blocks other buttons until Stop All stops them', async ({
  page,
  client,
  provider,
}) => {
  const nightly = await createType(client, { name: 'Nightly' })
  for (const name of ['first', 'second', 'third']) {
    const task = await createRunnableTask({ client, provider }, { type: nightly, name, is_active: name !== 'third' })
    await provider.delayReplies(task.source_ss_id)
  }
  await createRunnableTask({ client, provider }, { type: await createType(client, { name: 'Short' }), name: 'swift' })
  await page.goto('/sync_tasks')
  const { card, cards, runAll, stopAll, resetStatus, deleteAll, dialog } = taskListOn(page)
  const running = cards.and(page.locator('[data-status="Running"]'))

  await test.step('Run All says what the server answers', async () => {
    await expect(runAll).toHaveText('Run All Tasks')
    for (const { reply, text } of [
      { reply: unreadableError(500), text: 'Error executing all tasks' },
      { reply: errorReply(503, 'This node is stopping'), text: 'This node is stopping' },
      { reply: { body: { status: 'warning', message: 'Nothing to run.' } }, text: 'Nothing to run.' },
    ]) {
      await withMockReply(page, { route: api.tasks.executeAll, reply }, async () => {
        await runAll.click()
        await expect(toast(page, text)).toBeVisible()
        await expect(runAll).toHaveText('Run All Tasks')
      })
    }
  })

  await test.step('Run All marks every card as running until the server reports which are', async () => {
    const reported = Promise.withResolvers<void>()
    for (const route of [api.tasks.list, api.tasks.statusAll]) {
      await page.route(
        ({ pathname }) => pathname === route.path,
        async (call) => {
          await reported.promise
          await call.fallback()
        },
      )
    }
    const reply = { body: { status: 'success', message: 'Soon they run.' } }
    await withMockReply(page, { route: api.tasks.executeAll, reply }, async () => {
      await runAll.click()
      await expect(toast(page, 'Soon they run.')).toBeVisible()
      await expect(cards.getByRole('button', { name: /^Running/, disabled: true })).toHaveCount(4)
      await expect(runAll).toHaveText('Running All...')
      await expect(page).toHaveTitle('(4 running) Sync Tasks · Nano Sync')
    })
    reported.resolve()
    await expect(cards.getByRole('button', { name: 'Run Task', disabled: false })).toHaveCount(4)
    await expect(runAll).toHaveText('Run All Tasks')
  })

  await test.step('while tasks run, all can be neither run again nor deleted', async () => {
    await runAll.click()
    await expect(toast(page, '3 tasks queued.')).toBeVisible()
    await expect(card('swift')).toHaveAttribute('data-status', 'Success')
    await expect(runAll).toHaveText('Running All...')
    await expect(running).toHaveCount(1)
    await runAll.press('Enter')
    await expect(toast(page, 'Tasks are already running')).toBeVisible()
    await deleteAll.press('Enter')
    await expect(toast(page, 'Cannot delete while tasks are running')).toBeVisible()
  })

  await test.step('a task that has ended can be neither started nor deleted', async () => {
    for (const name of ['Run Task', 'Edit', 'Delete']) {
      await expect(card('swift').getByRole('button', { name })).toBeDisabled()
    }
    await card('swift').getByRole('checkbox').check()
    const selected = page.getByRole('toolbar', { name: 'Selected tasks' })
    for (const name of ['Run', 'Delete']) await expect(selected.getByRole('button', { name })).toBeDisabled()
    await expect(selected.getByRole('button', { name: 'Stop' })).toBeEnabled()
    await page.keyboard.press('Control+k')
    const palette = dialog('Commands')
    await palette.getByRole('textbox').fill('run swift')
    await expect(page.getByText('No results')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await selected.getByRole('button', { name: 'Clear selection' }).click()
  })

  await test.step('Reset Status asks first while tasks are in progress', async () => {
    await resetStatus.click()
    const asked = dialog('Reset Status')
    await expect(asked.getByText(/^2 tasks are in progress\. Those that no server is working on/)).toBeVisible()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(asked).toBeHidden()
    await resetStatus.click()
    await asked.getByRole('button', { name: 'Reset Status' }).click()
    await expect(toast(page, 'No tasks needed to be reset.')).toBeVisible()
    await expect(asked).toBeHidden()
    await expect(running).toHaveCount(1)
  })

  await test.step('Stop All asks with the number of tasks', async () => {
    const stopping = dialog('Stop All Tasks')
    await withMockReply(page, { route: api.tasks.stopAll, reply: unreadableError(500) }, async () => {
      await stopAll.click()
      await expect(stopping.getByText('2 tasks will be stopped: 1 running, 1 queued.', { exact: true })).toBeVisible()
      await stopping.getByRole('button', { name: 'Stop All' }).click()
      await expect(toast(page, 'Failed to stop tasks')).toBeVisible()
      await expect(stopping).toBeHidden()
    })
    await stopAll.click()
    await stopping.getByRole('button', { name: 'Stop All' }).click()
    await expect(toast(page, 'Stopping 2 tasks.')).toBeVisible()
    await expect(cards.and(page.locator('[data-status="Stopped"]'))).toHaveCount(2)
    await expect(runAll).toHaveText('Run All Tasks')
    await expect(runAll).not.toHaveAttribute('aria-disabled', 'true')
  })
})
