import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { errorReply, unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'
import { failUntilTriedAgain, withReply } from './support/server-reply.ts'

test.beforeEach(({ server }) => addSamples(server))

test('the form of a type starts with defaults, shows each error and saves', async ({ page }) => {
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Add Type' }).click()
  const form = page.getByRole('dialog', { name: 'Add Sync Task Type' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(form.getByLabel('Allowed Concurrent Tasks')).toHaveValue('1')
  await expect(form.getByRole('combobox', { name: 'Depends On' })).toHaveValue('None')
  await expect(form.getByLabel('Queue Delay (seconds)')).toHaveValue('0')
  await expect(form.getByLabel('Max Retries')).toHaveValue('3')
  await expect(form.getByLabel('Retry Delay (seconds)')).toHaveValue('60')
  await expect(form.getByLabel('Chunk Size')).toHaveValue('2000')

  await save.click()
  await expect(form.getByText('Name is required', { exact: true })).toBeVisible()
  await expect(save).toBeDisabled()
  for (const { label, low, error, value } of [
    { label: 'Allowed Concurrent Tasks', low: '0', error: 'Allowed concurrent tasks must be at least 1', value: '2' },
    { label: 'Queue Delay (seconds)', low: '-1', error: 'Queue delay must be at least 0', value: '5' },
    { label: 'Max Retries', low: '-1', error: 'Max retries must be at least 0', value: '4' },
    { label: 'Retry Delay (seconds)', low: '-1', error: 'Retry delay must be at least 0', value: '30' },
    { label: 'Chunk Size', low: '0', error: 'Chunk size must be at least 1', value: '750' },
  ]) {
    for (const typed of ['12abc', '1.5', '']) {
      await form.getByLabel(label).fill(typed)
      await expect(form.getByText(/must be a whole number$/)).toBeVisible()
      await expect(form.getByLabel(label)).toHaveValue(typed)
      await expect(save).toBeDisabled()
    }
    await form.getByLabel(label).fill(low)
    await expect(form.getByText(error, { exact: true })).toBeVisible()
    await form.getByLabel(label).fill(value)
    await expect(form.getByText(error, { exact: true })).toBeHidden()
  }
  await form.getByLabel('Type Name').fill('Atlas')
  await choose(form.getByRole('combobox', { name: 'Depends On' }), 'Masters')
  await save.click()

  await expect(toast(page, 'Task type created successfully')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(findRow(page, 'Atlas').getByRole('cell')).toHaveText([
    'Atlas',
    'MastersAtlas',
    '2',
    '5',
    '4',
    '30',
    '750',
    '',
  ])
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Dependency Chain',
    'Concurrent',
    'Queue Delay (s)',
    'Max Retries',
    'Retry Delay (s)',
    'Chunk Size',
    'Actions',
  ])
})

test('a circular dependency is rejected in the dialog', async ({ page, client, server }) => {
  const first = await createType(client, { name: 'Borealis' })
  const second = await createType(client, { name: 'Boreal Reports', depends_on_id: first.id })
  await createType(client, { name: 'Boreal Archive', depends_on_id: second.id })
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Edit Borealis' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  const dependsOn = form.getByRole('combobox', { name: 'Depends On' })
  const save = form.getByRole('button', { name: 'Save' })

  await dependsOn.fill('Boreal')
  await expect(page.getByRole('option')).toHaveText(['Boreal Reports', 'Boreal Archive'])
  await page.getByRole('option', { name: 'Boreal Archive' }).click()
  await expect(
    form.getByText('Circular dependency detected. Please select a different dependency.', { exact: true }),
  ).toBeVisible()
  await expect(save).toBeDisabled()
  await choose(dependsOn, 'None')
  await expect(save).toBeEnabled()

  await form.getByLabel('Type Name').fill('Boreal Archive')
  await save.click()
  await expect(form.getByText('A task type with this name already exists', { exact: false })).toBeVisible()
  await form.getByLabel('Type Name').fill('Borealis')

  // The form does not offer this, but shows the server's error for it.
  const updates = (url: URL) => url.pathname === `/api/sync_task_types/${first.id}`
  await page.route(updates, (call) =>
    call.continue({ postData: { ...call.request().postDataJSON(), depends_on_id: first.id } }),
  )
  await save.click()
  await expect(form.getByText('A task type cannot depend on itself', { exact: true })).toBeVisible()
  await page.unroute(updates)
  await choose(dependsOn, 'Masters')

  await withReply(server, { route: api.taskTypes.update, reply: unreadableError(502) }, async () => {
    await save.click()
    await expect(form.getByText('An unexpected error occurred', { exact: true })).toBeVisible()
    await expect(toast(page, 'Failed to save sync task type')).toBeVisible()
  })
  await save.click()
  await expect(toast(page, 'Task type updated successfully')).toBeVisible()
  await expect(form).toBeHidden()
})

test('a new chunk size is applied to the tasks of the type, and a toast says how many', async ({ page, client }) => {
  const type = await createType(client, { name: 'Cadence' })
  for (const name of ['Cadence one', 'Cadence two']) await createTask(client, { type, name, target_sheet_name: name })
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Edit Cadence' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  await form.getByLabel('Chunk Size').fill('300')
  await form.getByLabel('Chunk Size').press('Enter')
  await expect(toast(page, 'Task type updated successfully')).toBeVisible()
  await expect(toast(page, '2 sync tasks were updated with new chunk size')).toBeVisible()
  await expect(findRow(page, 'Cadence').getByRole('cell').nth(6)).toHaveText('300')
})

test('a type can be deleted only without tasks and dependents', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Delta' })
  await createTask(client, { type, name: 'Delta one', target_sheet_name: 'Delta one' })
  await createType(client, { name: 'Delta Reports', depends_on_id: type.id })
  const free = await createType(client, { name: 'Delta Archive' })
  await page.goto('/sync_task_types')
  const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' })
  const confirm = dialog.getByRole('button', { name: 'Delete' })

  await page.getByRole('button', { name: 'Delete Delta', exact: true }).click()
  await expect(
    dialog.getByText('Are you sure you want to delete the task type "Delta"?', { exact: true }),
  ).toBeVisible()
  await expect(dialog.getByText('This type has 1 tasks associated with it.', { exact: true })).toBeVisible()
  await expect(
    dialog.getByText('Other task types depend on this one (1 dependent types).', { exact: true }),
  ).toBeVisible()
  await expect(confirm).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const confirmDeletion = async () => {
    await page.getByRole('button', { name: 'Delete Delta Archive' }).click()
    await confirm.click()
  }
  for (const { reply, text } of [
    { reply: unreadableError(400), text: 'Cannot delete this type' },
    { reply: unreadableError(500), text: 'Failed to delete sync task type' },
    { reply: errorReply(400, 'This type is locked.'), text: 'This type is locked.' },
  ]) {
    await withReply(server, { route: api.taskTypes.remove, reply }, async () => {
      await confirmDeletion()
      await expect(toast(page, text)).toBeVisible()
      await expect(dialog).toBeHidden()
    })
  }

  await page.getByRole('button', { name: 'Delete Delta Archive' }).click()
  const task = await createTask(client, { type: free, name: 'Delta late', target_sheet_name: 'Delta late' })
  await confirm.click()
  await expect(toast(page, /Delta late/)).toBeVisible()
  await client.call(api.tasks.remove, { params: { id: task.id } })
  await page.reload()
  await confirmDeletion()
  await expect(toast(page, 'Task type deleted successfully Undo')).toBeVisible()
  await expect(findRow(page, 'Delta Archive')).toHaveCount(0)
})

test('types that fail to load offer to try again', async ({ page, server }) => {
  await failUntilTriedAgain({ page, server }, { route: api.taskTypes.list, reply: unreadableError(418) }, async () => {
    await page.goto('/sync_task_types')
    await expect(toast(page, 'Failed to fetch sync task types')).toBeVisible()
  })
  await expect(findRow(page, 'Masters')).toBeVisible()
  await page.getByText('Graph', { exact: true }).click()
  await expect(page).toHaveURL(/view=graph/)
  await expect(page.getByRole('link', { name: /^Daily Ledger/ })).toHaveAttribute('href', /\/sync_tasks\?type=\d+/)
})

function findRow(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('button', { name: `Reorder ${name}`, exact: true }) })
}

async function choose(field: Locator, label: string): Promise<void> {
  await field.fill(label)
  await field.page().getByRole('option', { name: label, exact: true }).click()
}
