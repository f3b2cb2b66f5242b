import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { confirmationOn, expectLeavingAsks, expectReloadAsks } from './support/leave-form.ts'
import { unreadableError, withMockReply } from './support/mock-reply.ts'
import { test, toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('leaving changed Run All times asks first', async ({ page, client }) => {
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['23:15'] } })
  await page.goto('/settings')
  const times = page.getByRole('listitem').filter({ hasText: 'Remove' })
  const home = page.getByRole('link', { name: 'Home' })
  const { discard } = confirmationOn(page)
  await expect(times).toHaveText(['23:15Remove'])

  await page.getByRole('textbox', { name: 'New time (HH:MM)' }).fill('06:45')
  await page.keyboard.press('Enter')
  await withMockReply(page, { route: api.schedules.setRunAll, reply: unreadableError(500) }, async () => {
    await page.getByRole('button', { name: 'Save Schedule' }).click()
    await expect(toast(page, 'Failed to save schedule')).toBeVisible()
  })
  await expectLeavingAsks(page, () => home.click())
  await expectReloadAsks(page)
  await expect(times).toHaveText(['06:45Remove', '23:15Remove'])
  await home.click()
  await discard.click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(times).toHaveText(['23:15Remove'])

  await page.getByRole('button', { name: 'Remove 23:15' }).click()
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(toast(page, /^Run All is/)).toBeVisible()
  await home.click()
  await expect(page).toHaveURL('/')
})

test('unsaved Run All times keep what somebody else saves meanwhile', async ({ page, client }) => {
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['04:00', '23:15'] } })
  await page.goto('/settings')
  const times = page.getByRole('listitem').filter({ hasText: 'Remove' })
  await page.getByRole('textbox', { name: 'New time (HH:MM)' }).fill('06:45')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove 23:15' }).click()
  await expect(times).toHaveText(['04:00Remove', '06:45Remove'])
  const others = { scheduled_times: ['04:00', '12:30', '23:15'], holidays: ['2026-12-24'] }
  await client.call(api.schedules.setRunAll, { body: others })
  await expect(times).toHaveText(['04:00Remove', '06:45Remove', '12:30Remove'])
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(toast(page, 'Run All is scheduled at 04:00, 06:45, 12:30.')).toBeVisible()
  expect(await client.call(api.schedules.runAll)).toMatchObject({ holidays: ['2026-12-24'] })
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: [], holidays: [] } })
})

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
  await form.getByRole('button', { name: 'Add Task' }).click()
  const login = dialog('Login Required')
  await expect(login.getByRole('link', { name: 'Sign in with Google' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('alert')).toHaveCount(0)
  await expect(login.getByRole('link', { name: 'Sign in with Google' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(login).toBeHidden()
  await expect(confirmationOn(page).confirmation).toHaveCount(0)
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(login).toBeVisible()
  await page.context().addCookies(cookies)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(login).toBeHidden()
  await expect(page.getByTitle('ada', { exact: true })).toBeAttached()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Osprey')
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(toast(page, 'Sync task added')).toBeVisible()
})
