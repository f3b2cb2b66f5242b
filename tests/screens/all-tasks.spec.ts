import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { errorReply, unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test('Toggle All can be undone, and an empty list disables the buttons for all tasks', async ({
  page,
  client,
  server,
}) => {
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
    await withReply(server, { route: api.tasks.toggleAllActive, reply: unreadableError(500) }, async () => {
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
      await withReply(server, { route: api.tasks.removeAll, reply }, async () => {
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
