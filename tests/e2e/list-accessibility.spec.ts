import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible, expectDialogAccessible } from './support/expect-accessible.ts'
import type { Provider } from './support/provider.ts'
import { taskListOn } from './support/task-list.ts'

// Workers share the parts of this file.
test.describe.configure({ mode: 'parallel' })

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

test('the list, its cards and a selection are accessible', async ({ page, client, provider }) => {
  await showTasks(page, { client, provider })
  const { card } = taskListOn(page)
  await expectAccessible(page, 'list')
  await card('idle').getByRole('checkbox').check()
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toBeVisible()
  await expectAccessible(page, 'selection')
})

test('the dialogs of the list are accessible', async ({ page, client, provider }) => {
  await showTasks(page, { client, provider })
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

test('a task page, the graph and the runs are accessible while a task runs', async ({ page, client, provider }) => {
  await showTasks(page, { client, provider })
  const main = page.getByRole('navigation', { name: 'Main' })
  const { card } = taskListOn(page)
  await card('waiting').getByRole('link', { name: 'waiting', exact: true }).click()
  await expect(page.getByRole('tabpanel', { name: 'History' })).toBeVisible()
  await expectAccessible(page, 'task page')
  await main.getByRole('link', { name: 'Task Types' }).click()
  await page.getByText('Graph', { exact: true }).click()
  await expect(page.getByRole('link', { name: /^Shown.*In Progress/ })).toBeVisible()
  await expectAccessible(page, 'graph')
  await page.goto('/runs')
  await expect(page.getByRole('link', { name: /^held: In Progress/ })).toBeVisible()
  await expectAccessible(page, 'runs')
})

test('the deletion of all tasks is accessible, once they are stopped', async ({ page, client, provider }) => {
  await showTasks(page, { client, provider })
  const { card, deleteAll, stopAll, dialog } = taskListOn(page)
  await stopAll.click()
  await dialog('Stop All Tasks').getByRole('button', { name: 'Stop All' }).click()
  await expect(card('held')).toHaveAttribute('data-status', 'Stopped')
  await deleteAll.click()
  await expect(dialog('Delete All Sync Tasks')).toBeVisible()
  await expectDialogAccessible(page, 'Delete All Sync Tasks')
})

test('the dialog that asks a visitor to sign in is accessible', async ({ page }) => {
  const { dialog } = taskListOn(page)
  await page.context().clearCookies()
  await page.goto('/settings')
  await expect(dialog('Login Required')).toBeVisible()
  await expectAccessible(page, 'Login Required')
})

/** Opens the list with a task in each state: copied, running, waiting, held and inactive. */
async function showTasks(page: Page, { client, provider }: { client: ApiClient; provider: Provider }): Promise<void> {
  const type = await createType(client, { name: 'Shown' })
  await createType(client, { name: 'After it', depends_on_id: type.id })
  const make = (name: string) => createRunnableTask({ client, provider }, { type, name })
  const [done, held, waiting] = [await make('done'), await make('held'), await make('waiting')]
  const vault = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: [] })
  await createTask(client, { type, name: 'idle', target_sheet_name: 'idle', is_active: false })
  await runToSuccess(client, done.id)
  await runToEnd(client, vault.id)
  await provider.delayReplies(held.source_ss_id)
  for (const { id } of [held, waiting]) await client.call(api.tasks.execute, { params: { id }, body: {} })
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
