import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { confirmationOn } from './support/leave-form.ts'
import { test, toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('a form that took over what somebody else saved closes without a question', async ({ page, client }) => {
  const type = await createType(client, { name: 'Contested' })
  const { id } = await createTask(client, { type, name: 'Egret', target_sheet_name: 'Egret' })
  const { card, dialog } = taskListOn(page)
  for (const { path, edit, title, field, change } of [
    {
      path: `/sync_tasks?type=${type.id}`,
      edit: card('Egret').getByRole('button', { name: 'Edit' }),
      title: 'Edit Sync Task',
      field: 'Source sheet name',
      change: () => client.call(api.tasks.update, { params: { id }, body: { source_sheet_name: '7' } }),
    },
    {
      path: '/sync_task_types',
      edit: page.getByRole('button', { name: 'Edit Contested' }),
      title: 'Edit Sync Task Type',
      field: 'Max Retries',
      change: () => client.call(api.taskTypes.update, { params: { id: type.id }, body: { max_retries: 7 } }),
    },
  ]) {
    await page.goto(path)
    await edit.click()
    const form = dialog(title)
    await form.getByLabel(field).fill('9')
    await change()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('button', { name: 'Use theirs' }).click()
    await expect(form.getByLabel(field)).toHaveValue('7')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
})

test('an open form survives an expired session and a new sign-in in another tab', async ({ page }) => {
  await page.goto('/sync_tasks')
  const { addTask, dialog } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  await form.getByRole('combobox', { name: 'Task type' }).fill('Masters')
  await page.getByRole('listbox').getByRole('option', { name: 'Masters' }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Osprey')
  await form.getByLabel('Source spreadsheet ID').fill('osprey-source')
  await form.getByLabel('Target spreadsheet ID').fill('osprey-target')
  await expect(form.getByText('The title appears here')).toHaveCount(0)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  // A poll may have shown the dialog already, over the button.
  await form.getByRole('button', { name: 'Add Task' }).dispatchEvent('click')
  const login = dialog('Login Required')
  await expect(login.getByRole('link', { name: 'Sign in with Google' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  await expect(login.getByRole('link', { name: 'Sign in with Google' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(login).toBeHidden()
  await expect(confirmationOn(page).confirmation).toHaveCount(0)
  await form.getByRole('button', { name: 'Add Task' }).dispatchEvent('click')
  await expect(login).toBeVisible()
  await page.context().addCookies(cookies)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(login).toBeHidden()
  await expect(page.getByTitle('ada', { exact: true })).toBeAttached()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Osprey')
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(toast(page, 'Sync task added')).toBeVisible()
})
