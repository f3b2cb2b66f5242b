import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { keepToasts } from '#tests/e2e/support/keep-toasts.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('toasts stay 3 s, 6 s for run actions and 16 s for task files', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Toaster' })
  await createTask(client, { type, name: 'Toasted', target_sheet_name: 'Toasted' })
  await keepToasts(page)
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Add Type' }).click()
  await page.getByLabel('Type Name').fill('Toaster two')
  await page.keyboard.press('Enter')
  await expectToast(page, { text: 'Task type created successfully', kind: 'success', seconds: 3 })
  await page.getByRole('button', { name: 'Delete Toaster two' }).click()
  await withReply(server, { route: api.taskTypes.remove, reply: unreadableError(500) }, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, { text: 'Failed to delete sync task type', kind: 'error', seconds: 3 })
  })
  await page.getByRole('button', { name: 'Delete Toaster two' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, { text: /^Task type deleted successfully/, kind: 'success', seconds: 3 })
  await findUndo(page, 'Task type deleted').click()
  await expectToast(page, { text: 'Restored 1 task type.', kind: 'success', seconds: 3 })
  await page.getByRole('button', { name: 'Reorder Toaster two' }).press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expectToast(page, { text: /^Order updated/, kind: 'success', seconds: 3 })
  await findUndo(page, 'Order updated').click()
  await expectToast(page, { text: 'Order updated', kind: 'success', seconds: 3 })

  await page.goto(`/sync_tasks?type=${type.id}`)
  // Before the runs below: after 'On its way.' the card shows a run until the list has reloaded, and a reset asks first.
  await withReply(server, { route: api.tasks.resetRunningStatus, reply: { body: { reset_count: 0 } } }, async () => {
    await taskListOn(page).resetStatus.click()
    await expectToast(page, { text: 'No tasks needed to be reset.', kind: 'info', seconds: 3 })
  })
  const run = taskListOn(page).card('Toasted').getByRole('button', { name: 'Run Task' })
  for (const { reply, text, kind } of [
    { reply: { body: { status: 'warning', message: 'Not today.' } }, text: 'Not today.', kind: 'warning' },
    { reply: unreadableError(500), text: 'Error executing sync task', kind: 'error' },
    { reply: { body: { status: 'success', message: 'On its way.' } }, text: 'On its way.', kind: 'success' },
  ]) {
    await withReply(server, { route: api.tasks.execute, reply }, async () => {
      await run.click()
      await expectToast(page, { text, kind, seconds: 6 })
    })
  }

  await page.goto('/import_export')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await expectToast(page, { text: /^Sync tasks exported/, kind: 'success', seconds: 16 })
  await page.locator('input[type="file"]').setInputFiles(csvFile('color\n'))
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expectToast(page, { text: /^Import failed: /, kind: 'error', seconds: 16 })
})

interface Expected {
  text: string | RegExp
  kind: string
  seconds: number
}

/** The button of a toast that is not leaving. */
function findUndo(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text }).getByRole('button', { name: 'Undo' })
}

async function expectToast(page: Page, { text, kind, seconds }: Expected): Promise<void> {
  const message = toast(page, text)
  await expect(message).toBeVisible()
  await expect(findToast(message)).toHaveClass(new RegExp(`Toastify__toast--${kind}`))
  await expect(findBar(message)).toHaveCSS('animation-duration', `${seconds}s`)
}

function findToast(message: Locator): Locator {
  return message.locator('xpath=ancestor::*[@role="alert"]')
}

function findBar(message: Locator): Locator {
  return findToast(message).locator('.Toastify__progress-bar')
}

function csvFile(content: string) {
  return { name: 'tasks.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
}
