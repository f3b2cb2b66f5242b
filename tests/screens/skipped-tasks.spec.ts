import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectDialogAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

const OPTION = 'Skip tasks whose files nobody edited since their last success'

test('a type can skip tasks whose files nobody edited, and their cards say so', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Ledger' })
  await page.goto('/sync_task_types')
  const modal = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  const option = modal.getByRole('checkbox', { name: OPTION })
  await page.getByRole('button', { name: 'Edit Ledger' }).click()
  await expect(option).not.toBeChecked()
  await expectDialogAccessible(page, 'dialog of a task type')
  await option.check()
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal).toHaveCount(0)
  expect(await client.call(api.taskTypes.list, {})).toMatchObject([{ name: 'Ledger', skips_untouched: true }])
  await page.getByRole('button', { name: 'Edit Ledger' }).click()
  await expect(option).toBeChecked()

  await createTask(client, { type, name: 'Sums', target_sheet_name: 'Sums' })
  server.changeTasks(() => ({ task_status: 'Success', was_skipped: true }))
  await page.goto('/sync_tasks')
  await expect(taskListOn(page).card('Sums')).toContainText('Success · unchanged, skipped')
})
