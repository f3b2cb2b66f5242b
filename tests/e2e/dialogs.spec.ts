import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { taskListOn } from './support/task-list.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('each dialog gives the focus back to the button that opened it', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Returning' })
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'boomerang' })
  const { recent_runs } = await runToEnd(client, id)
  const empty = await createType(client, { name: 'Emptied' })
  await client.call(api.taskTypes.remove, { params: { id: empty.id } })
  await client.call(api.apiTokens.create, { body: { name: 'Boomerang', scope: 'read' } })
  for (const { path, buttons } of [
    { path: '/sync_tasks', buttons: ['Add Task', 'Edit boomerang', 'Delete boomerang', 'Delete All'] },
    { path: '/sync_task_types', buttons: ['Add Type', 'Edit Returning', 'Delete Returning'] },
    { path: `/sync_tasks/${id}/data_copy`, buttons: ['Select Columns'] },
    { path: `/sync_tasks/${id}/logs`, buttons: ['Clear Logs'] },
    { path: `/sync_tasks/${id}?tab=set_up`, buttons: ['Edit settings'] },
    { path: `/sync_tasks/${id}/runs/${recent_runs[0]?.id}`, buttons: ['Undo back to before this run'] },
    { path: '/sync_tasks/trash', buttons: ['Delete for good: Emptied'] },
    { path: '/settings/alert-channels', buttons: ['Add channel'] },
    { path: '/settings/sessions', buttons: ['Sign out everywhere'] },
    { path: '/settings/tokens', buttons: ['Revoke Boomerang'] },
    { path: '/dev', buttons: ['Clear Logs'] },
  ]) {
    await page.goto(path)
    for (const name of buttons) {
      await test.step(`${path}, ${name}`, async () => {
        const button = page.getByRole('main').getByRole('button', { name, exact: true })
        await expect(button).toBeEnabled()
        await button.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeVisible()
        await expect(button).not.toBeFocused()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(button).toBeFocused()
      })
    }
  }
})

test('the focus is on the screen when the dialog took away what had it', async ({ page, client }) => {
  const type = await createType(client, { name: 'Vanishing' })
  await createTask(client, { type, name: 'puff', target_sheet_name: 'puff' })
  await page.goto('/sync_tasks')
  const { card, dialog } = taskListOn(page)
  await card('puff').getByRole('button', { name: 'Delete' }).click()
  await dialog('Delete Sync Task').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog('Delete Sync Task')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/sync_tasks/trash')
  await page.getByRole('button', { name: 'Delete for good: puff' }).click()
  await dialog('Delete for good').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('button', { name: 'Delete for good: puff' })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('the focus comes back when a form closes with the question on top of it, and after saving', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Stacked' })
  await createTask(client, { type, name: 'pile', target_sheet_name: 'pile' })
  await page.goto('/sync_tasks')
  const { card, dialog } = taskListOn(page)
  const edit = card('pile').getByRole('button', { name: 'Edit' })
  const form = dialog('Edit Sync Task')
  await edit.click()
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await form.getByLabel('Notes').fill('changed')
  await page.keyboard.press('Escape')
  await dialog('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Notes')).toBeFocused()
  await page.keyboard.press('Escape')
  await dialog('Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(form).toHaveCount(0)
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await form.getByLabel('Notes').fill('saved')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(edit).toBeFocused()
})

test('a new task gets the name of the tab that was read, unless another task of the type has it', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Named after tabs' })
  const source = await provider.createSpreadsheet('Book', [{ title: 'Ledger' }, { title: 'Other' }])
  await page.goto('/sync_tasks')
  const form = page.getByRole('dialog', { name: 'Add Sync Task' })
  for (const [target, name] of [
    ['first-target', 'Ledger'],
    ['second-target', /^Sync Task \d+$/],
  ] as const) {
    await taskListOn(page).addTask.click()
    await form.getByRole('combobox', { name: 'Task type' }).fill('Named after tabs')
    await page.getByRole('listbox').getByRole('option', { name: 'Named after tabs' }).click()
    await form.getByLabel('Source spreadsheet ID').fill(source)
    await form.getByLabel('Target spreadsheet ID').fill(target)
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ledger')
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(
      'Follows the source tab',
    )
    await form.getByRole('button', { name: 'Add Task' }).click()
    await expect(form).toHaveCount(0)
    const { syncTasks } = await client.call(api.tasks.list, { query: {} })
    const added = syncTasks.find(({ target_ss_id }) => target_ss_id === target)
    expect(added).toMatchObject({ sync_task_type_id: type.id, source_sheet_name: '' })
    expect(added?.name).toMatch(name)
  }
})
