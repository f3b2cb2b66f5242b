import { expect, type Page } from '@playwright/test'
import { createTask, createType } from './support/create-task.ts'
import { fillSignIn } from './support/journey.ts'
import { test, toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

const NOTICE = 'You have unsaved changes from before you signed in:'
const RESTORED = 'Your unsaved changes from before you signed in are back.'

test('a task form that was open when the session ended is restored after signing in', async ({ page, client }) => {
  const type = await createType(client, { name: 'Kept' })
  await createTask(client, { type, name: 'Heron', source_sheet_name: 'Heron', target_sheet_name: 'Heron' })
  const address = `/sync_tasks?type=${type.id}`
  await page.goto(address)
  const { card, addTask, dialog } = taskListOn(page)
  await card('Heron').getByRole('button', { name: 'Edit' }).click()
  const form = dialog('Edit Sync Task')
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await form.getByLabel('Start row').fill('12abc')
  await form.getByLabel('Notes').fill('Ask Maria')
  await form.getByLabel('Start row').fill('12')
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Save' }).click()
  await signInAgain(page)
  await expect(page).toHaveURL(address)
  await expect(form).toHaveCount(0)

  const notice = noticeOn(page)
  await expect(notice.box).toHaveText(`${NOTICE} sync task HeronContinue editingDiscard`)
  await page.reload()
  await addTask.click()
  await expect(dialog('Add Sync Task')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog('Add Sync Task')).toBeHidden()
  await notice.resume.click()
  await expect(form.getByText(RESTORED)).toBeVisible()
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await expect(form.getByLabel('Start row')).toHaveValue('12')
  await expect(form.getByLabel('Notes')).toHaveValue('Ask Maria')
  await expect(notice.box).toHaveCount(0)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Sync task updated')).toBeVisible()
  await expect(form).toBeHidden()
  await page.reload()
  await expect(card('Heron')).toBeVisible()
  await expect(notice.box).toHaveCount(0)
})

function noticeOn(page: Page) {
  const box = page.getByRole('status').filter({ hasText: NOTICE })
  return {
    box,
    resume: box.getByRole('button', { name: 'Continue editing' }),
    discard: box.getByRole('button', { name: 'Discard' }),
  }
}

function loginOn(page: Page) {
  return page.getByRole('dialog', { name: 'Login Required' })
}

/** Signs in through the dialog. A question of the browser before it leaves the page would fail the journey. */
async function signInAgain(page: Page): Promise<void> {
  page.once('dialog', (dialog) => {
    throw new Error(`The browser asked: ${dialog.type()}`)
  })
  await loginOn(page).getByRole('link', { name: 'Sign in with Google' }).click()
  await fillSignIn(page, 'ada@example.com')
}
