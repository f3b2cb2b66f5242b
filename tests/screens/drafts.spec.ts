import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { errorReply } from '#tests/e2e/support/mock-reply.ts'
import { test } from './support/screen.ts'
import type { ScreenServer } from './support/screen-server.ts'
import { withReply } from './support/server-reply.ts'

const NOTICE = 'You have unsaved changes from before you signed in:'
const RESTORED = 'Your unsaved changes from before you signed in are back.'

test('a draft of a new task or type can be discarded, from the notice and in its form', async ({ page, server }) => {
  for (const { path, opener, title, label, what } of [
    { path: '/sync_tasks', opener: 'Add Task', title: 'Add Sync Task', label: 'Name', what: 'a new sync task' },
    {
      path: '/sync_task_types',
      opener: 'Add Type',
      title: 'Add Sync Task Type',
      label: 'Type Name',
      what: 'a new task type',
    },
  ]) {
    const form = page.getByRole('dialog', { name: title })
    const field = form.getByRole('textbox', { name: label, exact: true })
    const notice = noticeOn(page)
    for (const discard of ['in the notice', 'in the form'] as const) {
      await page.goto(path)
      await page.getByRole('button', { name: opener }).first().click()
      await field.fill('Egret')
      await endSession(page, server)
      server.state.isSignedIn = true
      await page.goto(path)
      await expect(notice.box).toContainText(what)
      if (discard === 'in the notice') {
        await notice.discard.click()
      } else {
        await notice.resume.click()
        await expect(field).toHaveValue('Egret')
        await form.getByRole('status').getByRole('button', { name: 'Discard' }).click()
        await expect(form).toBeHidden()
      }
      await expect(notice.box).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('button', { name: opener }).first()).toBeVisible()
      await expect(notice.box).toHaveCount(0)
    }
  }
})

test('without a session, unsaved Run All times hold nobody back, and they are there again later', async ({
  page,
  client,
  server,
}) => {
  await client.call(api.schedules.setRunAll, { body: { scheduled_times: ['23:15'] } })
  await page.goto('/settings')
  const times = page.getByRole('listitem').filter({ hasText: 'Remove' })
  await page.getByRole('textbox', { name: 'New time (HH:MM)' }).fill('06:45')
  await page.keyboard.press('Enter')
  await withReply(
    server,
    { route: api.schedules.setRunAll, reply: errorReply(401, 'Please sign in first') },
    async () => {
      await page.getByRole('button', { name: 'Save Schedule' }).click()
      await expect(loginOn(page)).toBeVisible()
    },
  )
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(loginOn(page)).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page).toHaveURL('/settings')
  await expect(page.getByText(RESTORED)).toBeVisible()
  await expect(times).toHaveText(['06:45Remove', '23:15Remove'])
  await page.getByRole('status').getByRole('button', { name: 'Discard' }).click()
  await expect(times).toHaveText(['23:15Remove'])
  await page.getByRole('button', { name: 'Remove 23:15' }).click()
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await expect(page.getByText(RESTORED)).toHaveCount(0)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(times).toHaveText(['23:15Remove'])
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

/** Ends the session and lets the page notice. */
async function endSession(page: Page, { state }: ScreenServer): Promise<void> {
  state.isSignedIn = false
  await page.evaluate((path) => fetch(path), api.tasks.statusAll.path)
  await page.evaluate(() => window.dispatchEvent(new Event('nano-sync:show-login')))
  await expect(loginOn(page)).toBeVisible()
}
