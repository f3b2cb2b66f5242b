import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
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

test('Toggle All can be undone, and an empty list disables the buttons for all tasks', async ({ page, client }) => {
  await page.goto('/sync_tasks')
  const { card, cards, summary, runAll, stopAll, toggleAll, resetStatus, deleteAll, dialog } = taskListOn(page)
  const undo = page.getByRole('button', { name: 'Undo' })

  await test.step('on an empty list the buttons say why they are disabled', async () => {
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

  const type = await createType(client, { name: 'Mixed' })
  const add = (name: string, is_active: boolean) =>
    createTask(client, { type, name, target_sheet_name: name, is_active })
  await add('one', true)
  const { id: two } = await add('two', false)

  await test.step('Toggle All activates all tasks when at most half are active', async () => {
    await expect(summary).toContainText('2 total, 2 filtered')
    await expect(summary).toContainText('1 inactive')
    await withMockReply(page, { route: api.tasks.toggleAllActive, reply: unreadableError(500) }, async () => {
      await toggleAll.click()
      await expect(toast(page, 'Failed to toggle active status for all tasks')).toBeVisible()
    })
    await toggleAll.click()
    await expect(toast(page, /^2 tasks are active\./)).toBeVisible()
    await expect(summary).toContainText('0 inactive')
  })

  const inactive = cards.and(page.locator('[data-inactive]'))
  await test.step('else it deactivates them; Undo gives each task its own state back', async () => {
    await client.call(api.tasks.toggleActive, { params: { id: two }, body: { is_active: false } })
    await add('three', true)
    await expect(cards).toHaveCount(3)
    await expect(inactive).toHaveCount(1)
    await taskListOn(page).nameFilter.fill('three')
    await expect(cards).toHaveCount(1)
    await expect(toggleAll).toHaveAccessibleDescription('Acts on all 3 tasks, also on the 2 hidden by filters')
    await toggleAll.click()
    await expect(toast(page, '3 tasks are inactive, 2 of them hidden by filters.')).toBeVisible()
    await expect(summary).toContainText('3 inactive')
    await taskListOn(page).nameFilter.fill('')
    await expect(inactive).toHaveCount(3)
    await undo.click()
    await expect(toast(page, 'Undone: 2 tasks active again.')).toBeVisible()
    await expect(inactive).toHaveCount(1)
    await expect(card('two')).toHaveAttribute('data-inactive')
    await expect(undo).toHaveCount(0)
  })

  await test.step('Undo also works with a server that does not say which tasks it changed', async () => {
    await page.route(`**${api.tasks.toggleAllActive.path}`, async (call) => {
      const response = await call.fetch()
      const { changed_ids: _, runs_tonight: __, ...reply } = await response.json()
      await call.fulfill({ response, json: reply })
    })
    await toggleAll.click()
    await expect(inactive).toHaveCount(3)
    await undo.click()
    await expect(inactive).toHaveCount(1)
    await expect(card('two')).toHaveAttribute('data-inactive')
  })

  await test.step('Delete All asks with the number of tasks, not only those shown', async () => {
    const confirmation = dialog('Delete All Sync Tasks')
    await taskListOn(page).nameFilter.fill('two')
    await expect(cards).toHaveCount(1)
    await deleteAll.click()
    await expect(confirmation.getByText(/^All 3 tasks will be deleted/)).toBeVisible()
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
        await confirmation.getByRole('button', { name: 'Delete 3 tasks' }).click()
        await expect(toast(page, text)).toBeVisible()
        await expect(confirmation).toBeHidden()
      })
    }
    await deleteAll.click()
    await confirmation.getByRole('button', { name: 'Delete 3 tasks' }).click()
    await expect(toast(page, 'All tasks deleted Undo')).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByText('No sync tasks yet', { exact: true })).toBeVisible()
  })
})
