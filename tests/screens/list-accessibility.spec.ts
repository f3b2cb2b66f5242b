import { expect, type Page } from '@playwright/test'
import type { Task } from '#contract/task.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectAccessible, expectDialogAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { buildSuccess } from './support/build-success.ts'
import { test } from './support/screen.ts'
import type { ScreenServer } from './support/screen-server.ts'

test('the screens without tasks are accessible', async ({ page }) => {
  const main = page.getByRole('navigation', { name: 'Main' })
  const { dialog } = taskListOn(page)
  await page.goto('/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found')
  await expectAccessible(page, 'not found')
  await main.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible()
  await expectAccessible(page, 'home')
  await main.getByRole('link', { name: 'Sync Tasks' }).click()
  await expect(page.getByText('No sync tasks yet')).toBeVisible()
  await expectAccessible(page, 'empty list')
  await page.keyboard.press('Control+k')
  await expect(dialog('Commands').getByRole('textbox')).toBeFocused()
  await expectAccessible(page, 'palette')
  await close(page)
})

test('the list, its cards and a selection are accessible', async ({ page, client, server }) => {
  await showTasks(page, { client, server })
  const { card } = taskListOn(page)
  await expectAccessible(page, 'list')
  await card('idle').getByRole('checkbox').check()
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toBeVisible()
  await expectAccessible(page, 'selection')
})

test('the dialogs of the list are accessible', async ({ page, client, server }) => {
  await showTasks(page, { client, server })
  const { card, addTask, stopAll, resetStatus, dialog } = taskListOn(page)
  await card('idle').getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog('Delete Sync Tasks')).toBeVisible()
  await expectDialogAccessible(page, 'Delete Sync Tasks')
  await close(page)
  await card('idle').getByRole('checkbox').uncheck()
  await addTask.click()
  await dialog('Add Sync Task').getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog('Add Sync Task').getByText('Choose a task type')).toBeVisible()
  await expectDialogAccessible(page, 'Add Sync Task')
  await dialog('Add Sync Task').getByRole('textbox', { name: 'Name', exact: true }).fill('half')
  await page.keyboard.press('Escape')
  await expect(dialog('Discard changes?')).toBeVisible()
  await expectDialogAccessible(page, 'Discard changes?')
  await dialog('Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await card('idle').getByRole('button', { name: 'Edit' }).click()
  await expect(dialog('Edit Sync Task')).toBeVisible()
  await expectDialogAccessible(page, 'Edit Sync Task')
  await close(page)
  await card('idle').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog('Delete Sync Task')).toBeVisible()
  await expectDialogAccessible(page, 'Delete Sync Task')
  await close(page)
  await resetStatus.click()
  await expect(dialog('Reset Status')).toBeVisible()
  await expectDialogAccessible(page, 'Reset Status')
  await close(page)
  await stopAll.click()
  await expect(dialog('Stop All Tasks')).toBeVisible()
  await expectDialogAccessible(page, 'Stop All Tasks')
  await close(page)
})

test('the deletion of all tasks is accessible, once they are stopped', async ({ page, client, server }) => {
  await showTasks(page, { client, server })
  const { card, deleteAll, stopAll, dialog } = taskListOn(page)
  await stopAll.click()
  await dialog('Stop All Tasks').getByRole('button', { name: 'Stop All' }).click()
  await expect(card('held')).toHaveAttribute('data-status', 'Stopped')
  await deleteAll.click()
  await expect(dialog('Delete All Sync Tasks')).toBeVisible()
  await expectDialogAccessible(page, 'Delete All Sync Tasks')
})

test('the dialog that asks a visitor to sign in is accessible', async ({ page, server }) => {
  const { dialog } = taskListOn(page)
  server.state.isSignedIn = false
  await page.goto('/settings')
  await expect(dialog('Login Required')).toBeVisible()
  await expectAccessible(page, 'Login Required')
})

/** Opens the list with a task in each state: copied, running, waiting, held and inactive. */
async function showTasks(page: Page, { client, server }: { client: ApiClient; server: ScreenServer }): Promise<void> {
  const type = await createType(client, { name: 'Shown' })
  await createType(client, { name: 'After it', depends_on_id: type.id })
  const states: Record<string, Partial<Task>> = {
    done: buildSuccess(),
    held: { running_status: true, task_status: 'Running' },
    waiting: { running_status: true, task_status: 'Queued', waiting_for: 'Waiting: 1 of 1 running in Shown' },
    vault: { task_status: 'Warning', can_copy_anyway: true },
    idle: { is_active: false },
  }
  for (const name of Object.keys(states)) await createTask(client, { type, name, target_sheet_name: name })
  server.changeTasks(({ name }) => states[name] ?? {})
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await expect(card('done')).toHaveAttribute('data-status', 'Success')
  await expect(card('held')).toHaveAttribute('data-status', 'Running')
  await expect(card('waiting')).toHaveAttribute('data-status', 'Queued')
  await expect(card('vault').getByRole('button', { name: 'See what would be lost' })).toBeVisible()
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
