import { expect, type Locator } from '@playwright/test'
import { createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectDialogAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

/** Maximum controls and words of the form of a new task, before anything is typed. */
const MAX_CONTROLS = 14

const MAX_WORDS = 120

test('a new task is three answers away, in a form with few controls and words', async ({ page, client, provider }) => {
  await createType(client, { name: 'Default', chunk_size: 2000 })
  const rows = [['id'], [1], [2]]
  const source = await provider.createSpreadsheet('Branch north', [{ title: 'Data', rows }])
  const target = await provider.createSpreadsheet('Masters', [{ title: 'Overview' }])
  await page.goto('/sync_tasks')
  const { addTask, dialog, card } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  await expect(form.getByLabel('Source spreadsheet ID')).toBeFocused()
  await expect(form.getByRole('combobox', { name: 'Task type' })).toHaveValue('Default')
  await expect(form.getByText(/^Runs (today|tonight|tomorrow)/)).toBeVisible()
  expect(await countControls(form)).toBeLessThanOrEqual(MAX_CONTROLS)
  expect(await countWords(form)).toBeLessThanOrEqual(MAX_WORDS)

  await form.getByLabel('Source spreadsheet ID').fill(provider.formatPageUrl(source))
  await form.getByLabel('Target spreadsheet ID').fill(provider.formatPageUrl(target))
  await expect(form.getByText('2 rows to Masters › Overview')).toBeVisible()
  await form.getByLabel('Target sheet name').fill('North')
  await expect(form.getByText('2 rows to Masters › North (new tab)')).toBeVisible()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByRole('table', { name: 'First rows' })).toHaveText('id12')
  await expectDialogAccessible(page, 'the answered questions of a task')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Data')
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(form).toBeHidden()
  await expect(card('North')).toBeVisible()
})

/** Visible elements of a dialog that can have the focus. */
async function countControls(dialog: Locator): Promise<number> {
  const controls = dialog.locator('a[href], button, input:not([type="hidden"]), select, textarea, [tabindex]')
  return await controls.filter({ visible: true }).and(dialog.locator(':enabled, a, [tabindex]')).count()
}

async function countWords(dialog: Locator): Promise<number> {
  return (await dialog.innerText()).split(/\s+/).filter((word) => /\w/.test(word)).length
}
