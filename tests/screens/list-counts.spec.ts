import { expect } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

test('a new task is scrolled to and marked, and its toast opens or previews it', async ({ page, client }) => {
  const type = await createType(client, { name: 'Growing' })
  await createType(client, { name: 'Other' })
  for (const at of Array.from({ length: 30 }, (_, index) => index)) {
    await createTask(client, { type, name: `old ${at}`, target_sheet_name: `old ${at}` })
  }
  await page.goto('/sync_tasks')
  const { addTask, card, dialog } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  await form.getByRole('combobox', { name: 'Task type' }).fill('Growing')
  await page.getByRole('listbox').getByRole('option', { name: 'Growing' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('brand new')
  await form.getByLabel('Source spreadsheet ID').fill('new-source')
  await form.getByLabel('Target spreadsheet ID').fill('new-target')
  await expect(form.getByText(/^Runs (tonight|today|tomorrow) at (04|23):00$/)).toBeVisible()
  await form.getByRole('textbox', { name: 'Scheduled times' }).fill('')
  await expect(form.getByText('No schedule', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Add Task' }).click()
  const added = page.getByRole('article', { name: 'brand new' })
  await expect(added).toBeInViewport()
  await expect(added).toHaveAttribute('data-marked', 'true')
  const offer = page.getByRole('alert').filter({ hasText: 'Sync task added' })
  await expect(offer.getByRole('button', { name: 'Preview' })).toBeVisible()
  await offer.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/sync_tasks\/\d+$/)
  await expect(card('old 0')).toHaveCount(0)
})
