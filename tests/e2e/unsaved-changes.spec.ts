import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { unreadableError, withMockReply } from './support/mock-reply.ts'
import { test, toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

const FORMS = [
  { what: 'task', path: '/sync_tasks', opener: 'Add Task', title: 'Add Sync Task', label: 'Name' },
  { what: 'type', path: '/sync_task_types', opener: 'Add Type', title: 'Add Sync Task Type', label: 'Type Name' },
]

for (const { what, path, opener, title, label } of FORMS) {
  test(`closing a changed form of a ${what} asks first, however it is closed`, async ({ page }) => {
    await page.goto(path)
    const form = page.getByRole('dialog', { name: title })
    const field = form.getByRole('textbox', { name: label, exact: true })
    // A form takes keys and clicks again once it has its backdrop and the focus back, a moment after the question has closed.
    const backdrop = page.locator('.mantine-Modal-root', { has: form }).locator('.mantine-Modal-overlay')
    const { confirmation, keep, discard } = confirmationOn(page)
    const open = page.getByRole('button', { name: opener }).first()
    await open.click()
    await field.fill('half')
    await field.fill('')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toBeHidden()

    await open.click()
    await field.fill('half')
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
      () => form.getByRole('button', { name: 'Cancel' }).click(),
      () => form.getByRole('button', { name: 'Close' }).click(),
    ]) {
      for (const stay of [() => keep.click(), () => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
        await expect(backdrop).toBeVisible()
        await expect(form.locator(':focus')).toBeAttached()
        await leave()
        await expect(confirmation).toBeVisible()
        await expect(keep).toBeFocused()
        await stay()
        await expect(confirmation).toBeHidden()
        await expect(field).toHaveValue('half')
      }
    }
    await page.keyboard.press('Escape')
    await discard.click()
    await expect(form).toBeHidden()
    await expect(open).toBeFocused()
    await open.click()
    await expect(field).toHaveValue('')
  })

  test(`Back and a reload ask before discarding a changed form of a ${what}`, async ({ page }) => {
    await page.goto('/schedule')
    await page.getByRole('link', { name: path === '/sync_tasks' ? 'Sync Tasks' : 'Task Types' }).click()
    await page.getByRole('button', { name: opener }).first().click()
    const form = page.getByRole('dialog', { name: title })
    const field = form.getByRole('textbox', { name: label, exact: true })
    await expectLeavingAsks(page, () => typeAndGoBack(field))
    await expect(page).toHaveURL(path)
    await expect(field).toHaveValue('half')
    await expectReloadAsks(page)
    await expect(field).toHaveValue('half')

    const { confirmation, discard } = confirmationOn(page)
    await page.goBack()
    await discard.click()
    await expect(page).toHaveURL('/schedule')
    await expect(confirmation).toBeHidden()
    await page.goForward()
    await expect(page.getByRole('button', { name: opener }).first()).toBeVisible()
    await page.reload()
    await expect(form).toHaveCount(0)
  })
}

test('a saved or restored form closes without a question', async ({ page, client }) => {
  await createType(client, { name: 'Nautilus' })
  await page.goto('/sync_task_types')
  const edit = page.getByRole('button', { name: 'Edit Nautilus' })
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  const retries = form.getByLabel('Max Retries')
  const { confirmation } = confirmationOn(page)
  await edit.click()
  await retries.fill('7')
  await retries.fill('3')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await edit.click()
  await retries.fill('7')
  await withMockReply(page, { route: api.taskTypes.update, reply: unreadableError(502) }, async () => {
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Failed to save sync task type')).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await confirmationOn(page).keep.click()
  await expect(retries).toHaveValue('7')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(confirmation).toHaveCount(0)
})

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

function confirmationOn(page: Page) {
  const confirmation = page.getByRole('dialog', { name: 'Discard changes?' })
  return {
    confirmation,
    keep: confirmation.getByRole('button', { name: 'Keep editing' }),
    discard: confirmation.getByRole('button', { name: 'Discard' }),
  }
}

/** Leaves, is asked, and stays. */
async function expectLeavingAsks(page: Page, go: () => Promise<unknown>): Promise<void> {
  const { confirmation, keep } = confirmationOn(page)
  const address = page.url()
  await go()
  await expect(confirmation).toBeVisible()
  await keep.click()
  await expect(confirmation).toBeHidden()
  expect(page.url()).toBe(address)
}

/** Types 'half' and goes back at once, while the page is busy. */
async function typeAndGoBack(field: Locator): Promise<void> {
  await field.evaluate((input: HTMLInputElement) => {
    input.setRangeText('half')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    window.history.back()
    const busyUntil = performance.now() + 200
    while (performance.now() < busyUntil);
  })
}

/** Reloads, is asked by the browser, and stays. */
async function expectReloadAsks(page: Page): Promise<void> {
  const opened = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => window.location.reload()))
  const dialog = await opened
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}
