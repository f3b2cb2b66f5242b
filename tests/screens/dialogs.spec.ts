import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectDialogAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { errorReply } from '#tests/e2e/support/mock-reply.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { buildLogLine } from './support/build-log-line.ts'
import { buildSuccess } from './support/build-success.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('forms open on their first field, and keep their buttons and an error of the server in sight', async ({
  page,
  client,
  server,
}) => {
  const type = await createType(client, { name: 'Tall' })
  await createTask(client, { type, name: 'tower', target_sheet_name: 'tower' })
  const refusal = 'The server is busy with something else.'
  for (const height of [900, 600]) {
    await page.setViewportSize({ width: 1440, height })
    await page.goto('/sync_tasks')
    const { card, dialog, addTask } = taskListOn(page)
    await addTask.click()
    const added = dialog('Add Sync Task')
    await expect(added.getByLabel('Source spreadsheet ID')).toBeFocused()
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(added.getByRole('button', { name: 'Add Task' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(added).toHaveCount(0)

    await card('tower').getByRole('button', { name: 'Edit' }).click()
    const form = dialog('Edit Sync Task')
    await expect(form.getByLabel('Source spreadsheet ID')).toBeFocused()
    await form.getByLabel('Starts').selectOption('Several of these, or on some days')
    // The button moves down while the times appear.
    await expect(form.getByText('No times yet.')).toBeVisible()
    await form.getByRole('button', { name: 'Accounts, start row' }).click()
    await expect(form.getByRole('textbox', { name: 'Notes' })).toBeVisible()
    // A click waits until the fields have stopped moving.
    await form.getByLabel('Holidays').click()
    await form.getByRole('textbox', { name: 'Notes' }).focus()
    const save = form.getByRole('button', { name: 'Save' })
    await expect(save).toBeInViewport({ ratio: 1 })
    await expectVisible(page, 'Notes')
    await withReply(server, { route: api.tasks.update, reply: errorReply(409, refusal) }, async () => {
      await save.click()
      await expect(form.getByRole('alert').filter({ hasText: refusal })).toBeInViewport({ ratio: 1 })
      await expect(save).toBeInViewport({ ratio: 1 })
    })
    await expectDialogAccessible(page, `edit, ${height} px high`)
  }
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Edit Tall' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  await expect(form.getByRole('textbox', { name: 'Type Name' })).toBeFocused()
  await withReply(server, { route: api.taskTypes.update, reply: errorReply(409, refusal) }, async () => {
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert').filter({ hasText: refusal })).toBeInViewport({ ratio: 1 })
    await expect(form.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
  })
})

test('the form explains a task type, the accounts and the chunk size in half a sentence', async ({ page, client }) => {
  await createType(client, { name: 'Explained' })
  await page.goto('/sync_tasks')
  await taskListOn(page).addTask.click()
  const form = page.getByRole('dialog', { name: 'Add Sync Task' })
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  for (const [label, text] of [
    ['Task type', 'Sets order, parallel runs and retries'],
    ['Relevant user accounts', 'Whose Google access is used, in order of preference, separated by commas'],
    ['Chunk size', 'Rows to read at once'],
  ] as const) {
    await expect(form.getByLabel(label, { exact: label !== 'Task type' }).first()).toHaveAccessibleDescription(text)
  }
})

test('each dialog gives the focus back to the button that opened it', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Returning' })
  const { id } = await createTask(client, { type, name: 'boomerang', target_sheet_name: 'boomerang' })
  server.changeTask(id, buildSuccess())
  server.state.dataCopy = { columns: ['id'], rows: [{ id: 1 }] }
  server.state.taskLogs[id] = [buildLogLine('Copied.')]
  const empty = await createType(client, { name: 'Emptied' })
  await client.call(api.taskTypes.remove, { params: { id: empty.id } })
  await client.call(api.apiTokens.create, { body: { name: 'Boomerang', scope: 'read' } })
  for (const { path, buttons } of [
    { path: '/sync_tasks', buttons: ['Add Task', 'Edit boomerang', 'Delete boomerang', 'Delete All'] },
    { path: '/sync_task_types', buttons: ['Add Type', 'Edit Returning', 'Delete Returning'] },
    { path: `/sync_tasks/${id}/data_copy`, buttons: ['Select Columns'] },
    { path: `/sync_tasks/${id}/logs`, buttons: ['Clear Logs'] },
    { path: `/sync_tasks/${id}?tab=set_up`, buttons: ['Edit settings'] },
    { path: `/sync_tasks/${id}/runs/1`, buttons: ['Undo back to before this run'] },
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

/** The focused field is not below the buttons. */
async function expectVisible(page: Page, label: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('textbox', { name: label })
  await expect(field).toBeFocused()
  const isOnTop = await field.evaluate((element) => {
    const { left, right, bottom } = element.getBoundingClientRect()
    return document.elementFromPoint((left + right) / 2, bottom - 4) === element
  })
  expect(isOnTop).toBe(true)
}
