import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { expectDialogAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

test('what holds a run of a type is set in its form, folded until it differs from the default', async ({
  page,
  client,
}) => {
  await createType(client, { name: 'Ledger' })
  await page.goto('/sync_task_types')
  const modal = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  const loss = modal.getByLabel('Allowed Loss (%)')
  await page.getByRole('button', { name: 'Edit Ledger' }).click()
  await expect(modal.getByLabel('Type Name')).toBeVisible()
  await expect(loss).toHaveCount(0)
  await modal.getByRole('button', { name: 'When to ask before copying' }).click()
  await expect(loss).toHaveValue('30')
  await expectDialogAccessible(page, 'dialog of a task type')
  await loss.fill('101')
  await expect(modal.getByText('Allowed loss must be at most 100')).toBeVisible()
  await loss.fill('100')
  await modal.getByRole('combobox', { name: 'Changed Columns' }).click()
  await page.getByRole('option', { name: 'Copy and say so' }).click()
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal).toHaveCount(0)
  expect(await client.call(api.taskTypes.list, {})).toMatchObject([
    { on_column_change: 'follow', hold_loss_percent: 100 },
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Edit Ledger' }).click()
  await expect(loss).toHaveValue('100')
})

test('what a source must hold is set by the names of its columns', async ({ page, client }) => {
  const type = await createType(client, { name: 'Masters' })
  const { id } = await createTask(client, { type, name: 'North', source_sheet_name: 'North' })
  await page.goto('/sync_tasks')
  await taskListOn(page).card('North').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  const filled = form.getByRole('combobox', { name: 'Always filled' })
  await filled.fill('Total, net')
  await filled.press('Enter')
  await expectDialogAccessible(page, 'form of a task')
  await form.getByRole('combobox', { name: 'Unique together' }).fill('Order')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await client.call(api.tasks.get, { params: { id } })).toMatchObject({
    expect_filled: ['Total, net'],
    expect_unique: ['Order'],
  })
  await expect(taskListOn(page).card('North')).toContainText('Total, net')
})
