import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { errorReply, unreadableError, withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('on an empty list the buttons for all tasks say why they are disabled', async ({ page }) => {
  await page.goto('/sync_tasks')
  const { runAll, stopAll, toggleAll, resetStatus, deleteAll } = taskListOn(page)
  for (const { button, text } of [
    { button: runAll, text: 'No tasks available' },
    { button: stopAll, text: 'No running or queued tasks to stop' },
    { button: deleteAll, text: 'No tasks to delete' },
    { button: toggleAll, text: 'No tasks available' },
    { button: resetStatus, text: 'No tasks available' },
  ]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.press('Enter')
    await expect(toast(page, text)).toBeVisible()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Run All and Stop All work, and deleting is blocked while tasks run', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Nightly' })
  for (const name of ['first', 'second', 'third']) {
    const task = await createRunnableTask({ client, provider }, { type, name, is_active: name !== 'third' })
    await provider.delayReplies(task.source_ss_id)
  }
  await page.goto('/sync_tasks')
  const { cards, runAll, stopAll, deleteAll, dialog } = taskListOn(page)
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

  await runAll.click()
  await expect(toast(page, '2 tasks queued.')).toBeVisible()
  await expect(runAll).toHaveText('Running All...')
  await expect(cards.and(page.locator('[data-status="Running"]'))).toHaveCount(1)
  await runAll.press('Enter')
  await expect(toast(page, 'Tasks are already running')).toBeVisible()
  await deleteAll.press('Enter')
  await expect(toast(page, 'Cannot delete while tasks are running')).toBeVisible()

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

test('Run All marks every card as running until the server reports which are', async ({ page, client }) => {
  const type = await createType(client, { name: 'Chorus' })
  for (const name of ['alto', 'bass', 'rest']) await createTask(client, { type, name, is_active: name !== 'rest' })
  await page.goto('/sync_tasks')
  const { cards, runAll } = taskListOn(page)
  await expect(cards).toHaveCount(3)
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
  const reply = { body: { status: 'success', message: '2 tasks queued.' } }
  await withMockReply(page, { route: api.tasks.executeAll, reply }, async () => {
    await runAll.click()
    await expect(toast(page, '2 tasks queued.')).toBeVisible()
    await expect(cards.getByRole('button', { name: 'Running', exact: true, disabled: true })).toHaveCount(3)
    await expect(runAll).toHaveText('Running All...')
    await expect(page).toHaveTitle('(3 running) Sync Tasks · Nano Sync')
  })
  reported.resolve()
  await expect(cards.getByRole('button', { name: 'Run Task', disabled: false })).toHaveCount(3)
  await expect(runAll).toHaveText('Run All Tasks')
})

test('during Run All, a task that has ended can be neither started nor deleted', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Uneven', allowed_concurrent_tasks: 2 })
  const slow = await createRunnableTask({ client, provider }, { type, name: 'slow' })
  await provider.delayReplies(slow.source_ss_id)
  await createRunnableTask({ client, provider }, { type, name: 'swift' })
  await page.goto('/sync_tasks')
  const { card, runAll } = taskListOn(page)
  await runAll.click()
  await expect(card('swift')).toHaveAttribute('data-status', 'Success')
  await expect(runAll).toHaveText('Running All...')
  for (const name of ['Run Task', 'Edit', 'Delete']) {
    await expect(card('swift').getByRole('button', { name })).toBeDisabled()
  }
  await card('swift').getByRole('checkbox').check()
  const selected = page.getByRole('toolbar', { name: 'Selected tasks' })
  for (const name of ['Run', 'Delete']) await expect(selected.getByRole('button', { name })).toBeDisabled()
  await expect(selected.getByRole('button', { name: 'Stop' })).toBeEnabled()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('textbox').fill('run swift')
  await expect(page.getByText('No results')).toBeVisible()
})

test('Toggle All activates all tasks when at most half are active, else deactivates them', async ({ page, client }) => {
  const type = await createType(client, { name: 'Toggled' })
  for (const name of ['first', 'second']) await createTask(client, { type, name, is_active: name === 'first' })
  await page.goto('/sync_tasks')
  const { cards, summary, toggleAll } = taskListOn(page)
  await expect(summary).toContainText('1 inactive')
  await withMockReply(page, { route: api.tasks.toggleAllActive, reply: unreadableError(500) }, async () => {
    await toggleAll.click()
    await expect(toast(page, 'Failed to toggle active status for all tasks')).toBeVisible()
  })
  await toggleAll.click()
  await expect(toast(page, /tasks? activated\.$/)).toBeVisible()
  await expect(summary).toContainText('0 inactive')
  await toggleAll.click()
  await expect(toast(page, '2 tasks deactivated.')).toBeVisible()
  await expect(summary).toContainText('2 inactive')
  await expect(cards.and(page.locator('[data-inactive]'))).toHaveCount(2)
})

test('Undo of Toggle All gives each task its own state back', async ({ page, client }) => {
  const type = await createType(client, { name: 'Mixed' })
  for (const name of ['one', 'two', 'three']) {
    await createTask(client, { type, name, target_sheet_name: name, is_active: name !== 'two' })
  }
  await page.goto('/sync_tasks')
  const { card, cards, toggleAll } = taskListOn(page)
  const inactive = cards.and(page.locator('[data-inactive]'))
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(inactive).toHaveCount(1)
  await toggleAll.click()
  await expect(toast(page, '2 tasks deactivated.')).toBeVisible()
  await expect(inactive).toHaveCount(3)
  await undo.click()
  await expect(toast(page, 'Undone: 2 tasks active again.')).toBeVisible()
  await expect(inactive).toHaveCount(1)
  await expect(card('two')).toHaveAttribute('data-inactive')
  await expect(undo).toHaveCount(0)

  // A server that follows the specification only does not say which tasks it changed.
  await page.route(`**${api.tasks.toggleAllActive.path}`, async (call) => {
    const response = await call.fetch()
    const { changed_ids: _, ...reply } = await response.json()
    await call.fulfill({ response, json: reply })
  })
  await toggleAll.click()
  await expect(inactive).toHaveCount(3)
  await undo.click()
  await expect(inactive).toHaveCount(1)
  await expect(card('two')).toHaveAttribute('data-inactive')
})

test('Reset Status asks first while tasks are in progress', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Stuck', allowed_concurrent_tasks: 2 })
  for (const name of ['first', 'second']) {
    const task = await createRunnableTask({ client, provider }, { type, name })
    await provider.delayReplies(task.source_ss_id)
    await client.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  }
  await page.goto('/sync_tasks')
  const { cards, resetStatus, dialog } = taskListOn(page)
  const running = cards.and(page.locator('[data-status="Running"]'))
  await expect(running).toHaveCount(2)
  await resetStatus.click()
  const asked = dialog('Reset Status')
  await expect(asked.getByText(/^2 tasks are in progress\. Those that no server is working on/)).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  await resetStatus.click()
  await asked.getByRole('button', { name: 'Reset Status' }).click()
  await expect(toast(page, 'No tasks needed to be reset.')).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(running).toHaveCount(2)
})

test('Delete All asks with the number of tasks', async ({ page, client }) => {
  const type = await createType(client, { name: 'Doomed' })
  for (const name of ['first', 'second']) await createTask(client, { type, name })
  await page.goto('/sync_tasks?name=first')
  const { cards, deleteAll, dialog } = taskListOn(page)
  const confirmation = dialog('Delete All Sync Tasks')
  await expect(cards).toHaveCount(1)
  await deleteAll.click()
  await expect(confirmation.getByText(/^All 2 tasks will be deleted/)).toBeVisible()
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toBeHidden()
  for (const { reply, text } of [
    { reply: unreadableError(500), text: 'Failed to delete all tasks' },
    {
      reply: errorReply(400, 'Cannot delete while tasks are running'),
      text: 'Cannot delete while tasks are running',
    },
  ]) {
    await withMockReply(page, { route: api.tasks.removeAll, reply }, async () => {
      await deleteAll.click()
      await confirmation.getByRole('button', { name: 'Delete 2 tasks' }).click()
      await expect(toast(page, text)).toBeVisible()
      await expect(confirmation).toBeHidden()
    })
  }
  await deleteAll.click()
  await confirmation.getByRole('button', { name: 'Delete 2 tasks' }).click()
  await expect(toast(page, 'All tasks deleted Undo')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('No sync tasks yet', { exact: true })).toBeVisible()
})
