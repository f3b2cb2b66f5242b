import { expect } from '@playwright/test'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'

test('a type that keeps no cells has no data copies, and the screen says why', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Payroll' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'Salaries' })
  await runToSuccess(client, task.id)
  const grid = page.getByRole('grid', { name: 'Copied rows' })
  await page.goto(`/sync_tasks/${task.id}/data_copy`)
  await expect(grid).toBeVisible()

  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  const keepsCells = form.getByRole('checkbox', { name: 'Keep the cells of runs' })
  await expect(keepsCells).toBeChecked()
  await expect(keepsCells).toHaveAccessibleDescription(/Turning it off deletes stored cells/)
  await keepsCells.uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const noRows = page.getByText('No rows kept', { exact: true })
  await page.goto(`/sync_tasks/${task.id}/data_copy`)
  await expect(noRows).toBeVisible()
  await expect(page.getByText(/^The task type keeps no cells\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select Columns' })).toBeDisabled()
  await expect(grid).toHaveCount(0)

  await runToSuccess(client, task.id)
  await page.reload()
  await expect(noRows).toBeVisible()
})
