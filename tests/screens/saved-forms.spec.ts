import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { withoutPush } from '#tests/e2e/support/without-push.ts'
import { test } from './support/screen.ts'

test('the form of a type that is opened again right after it was saved has what was saved', async ({
  page,
  client,
}) => {
  await createType(client, { name: 'Reopened' })
  await page.goto('/sync_task_types')
  const open = page.getByRole('button', { name: 'Edit Reopened' })
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  await open.click()
  await form.getByLabel('Chunk Size').fill('750')
  await delayList(page, api.taskTypes.list.path)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await open.click()
  await expect(form.getByLabel('Chunk Size')).toHaveValue('750')
})

test('the form of a task that is opened again right after it was saved has what was saved', async ({
  page,
  client,
}) => {
  const type = await createType(client, { name: 'Saved tasks' })
  await createTask(client, { type, name: 'Reopened', target_sheet_name: 'Reopened' })
  // Without pushed events, only the reload brings the saved values.
  await withoutPush(page)
  await page.goto(`/sync_tasks?type=${type.id}`)
  const open = taskListOn(page).card('Reopened').getByRole('button', { name: 'Edit' })
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await open.click()
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await form.getByLabel('Start row').fill('7')
  await delayList(page, api.tasks.list.path)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await open.click()
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await expect(form.getByLabel('Start row')).toHaveValue('7')
})

/** Delays the replies with a list, as a slow connection does. */
async function delayList(page: Page, path: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (call) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await call.continue()
    },
  )
}
