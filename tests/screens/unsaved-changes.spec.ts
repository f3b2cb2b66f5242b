import { expect, type Locator } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createType } from '#tests/e2e/support/create-task.ts'
import { confirmationOn, expectLeavingAsks, expectReloadAsks } from '#tests/e2e/support/leave-form.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

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

test('a saved or restored form closes without a question', async ({ page, client, server }) => {
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
  await withReply(server, { route: api.taskTypes.update, reply: unreadableError(502) }, async () => {
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

test('leaving changed Run All times asks first', async ({ page, client, server }) => {
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['23:15'] } })
  await page.goto('/settings')
  const times = page.getByRole('listitem').filter({ hasText: 'Remove' })
  const home = page.getByRole('link', { name: 'Home' })
  const { discard } = confirmationOn(page)
  await expect(times).toHaveText(['23:15Remove'])

  await page.getByRole('textbox', { name: 'New time (HH:MM)' }).fill('06:45')
  await page.keyboard.press('Enter')
  await withReply(server, { route: api.schedules.setRunAll, reply: unreadableError(500) }, async () => {
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
