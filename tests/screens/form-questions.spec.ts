import { expect, type Locator } from '@playwright/test'
import { createType } from '#tests/e2e/support/create-task.ts'
import { expectDialogAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

/** Maximum controls and words of the form of a new task, before anything is typed. */
const MAX_CONTROLS = 14

const MAX_WORDS = 120
/** Long enough: a form looks up no ID of less than ten characters. */
const [SOURCE, TARGET] = ['branch-north', 'masters-2026']

test('an invalid field opens its panel, comes into view and gets the focus', async ({ page, client }) => {
  await createType(client, { name: 'Default' })
  await page.goto('/sync_tasks')
  const { addTask, dialog } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  const other = form.getByRole('button', { name: 'Accounts, start row' })
  await form.getByLabel('Source spreadsheet ID').fill('some-source')
  await form.getByLabel('Target spreadsheet ID').fill('some-target')
  await other.click()
  await form.getByLabel('Start row').fill('3')
  await form.getByLabel('Notes').fill('Ask Ada')
  await other.click()
  await expect(form.getByText('Start row: 3 · Notes: Ask Ada')).toBeVisible()
  const arrival = form.getByRole('button', { name: 'How rows arrive' })
  await arrival.click()
  await form.getByLabel('Mode').selectOption('Update rows with the same key')
  await arrival.click()
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(form.getByLabel('Key columns')).toBeFocused()
  await expect(form.getByLabel('Key columns')).toBeInViewport()
  await form.getByLabel('Key columns').fill('Order')
  await expect(form.getByLabel('Key columns')).toBeVisible()
})

test('a new type is added from the form, and selected', async ({ page }) => {
  await page.goto('/sync_tasks')
  const { addTask, dialog } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  const type = form.getByRole('combobox', { name: 'Task type' })
  await expect(type).toHaveValue('')
  await type.click()
  await page.getByRole('listbox').getByRole('option', { name: 'New type…' }).click()
  const typeForm = dialog('Add Sync Task Type')
  await expect(typeForm.getByLabel('Type Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(typeForm.getByText('Name is required')).toBeVisible()
  await page.keyboard.type('Ledgers')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Task type created successfully')).toBeVisible()
  await expect(typeForm).toBeHidden()
  await expect(form).toBeVisible()
  await expect(type).toHaveValue('Ledgers')
})

test('a new task is three answers away, in a form with few controls and words', async ({ page, client, server }) => {
  await createType(client, { name: 'Default', chunk_size: 2000 })
  const rows = [['id'], [1], [2]]
  server.state.books = [
    { id: SOURCE, title: 'Branch north', tabs: [{ title: 'Data', rows }] },
    { id: TARGET, title: 'Masters', tabs: [{ title: 'Overview', rows: [] }] },
  ]
  await page.goto('/sync_tasks')
  const { addTask, dialog, card } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  await expect(form.getByLabel('Source spreadsheet ID')).toBeFocused()
  await expect(form.getByRole('combobox', { name: 'Task type' })).toHaveValue('Default')
  await expect(form.getByText(/^Runs (today|tonight|tomorrow)/)).toBeVisible()
  expect(await countControls(form)).toBeLessThanOrEqual(MAX_CONTROLS)
  expect(await countWords(form)).toBeLessThanOrEqual(MAX_WORDS)

  await form.getByLabel('Source spreadsheet ID').fill(SOURCE)
  await form.getByLabel('Target spreadsheet ID').fill(TARGET)
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
