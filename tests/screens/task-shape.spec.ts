import { expect, type Locator } from '@playwright/test'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

/** Long enough: a form looks up no ID of less than ten characters. */
const SOURCE = 'wide-source-id'

test('a column is moved by keyboard and by mouse through a list that scrolls', async ({ page, client, server }) => {
  const type = await createType(client, { name: 'Wide' })
  const header = Array.from({ length: 20 }, (_, at) => `C-${at + 1}`)
  await createTask(client, { type, name: 'Many columns', target_sheet_name: 'Many columns', source_ss_id: SOURCE })
  server.state.books = [{ id: SOURCE, title: 'Wide', tabs: [{ title: 'Data', rows: [header, header] }] }]
  await page.goto(`/sync_tasks?type=${type.id}`)
  await taskListOn(page).card('Many columns').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'Only some columns' }).click()
  const columns = form.getByRole('list', { name: 'Columns of the source' })
  await columns.getByLabel('Reorder C-2', { exact: true }).press('Space')
  for (let place = 3; place <= 20; place += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText(`C-2 moved to position ${place} of 20.`)).toBeAttached()
  }
  await page.keyboard.press('Space')
  await expect.poll(() => chosenIn(columns)).toEqual(['C-1', ...header.slice(2), 'C-2'])
  await expect(columns.getByLabel('Reorder C-2', { exact: true })).toBeFocused()
  // By mouse: the list scrolls on while the pointer rests at its edge.
  await columns.getByLabel('Reorder C-20', { exact: true }).hover()
  await page.mouse.down()
  const edge = await columns.locator('..').boundingBox()
  await page.mouse.move((edge?.x ?? 0) + 20, (edge?.y ?? 0) + 4, { steps: 4 })
  await expect(page.getByText('C-20 moved to position 1 of 20.')).toBeAttached()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByText('C-20 is back in its original position.')).toBeAttached()
  // A few of many columns are chosen once none is checked.
  await form.getByRole('checkbox', { name: '20 of 20 columns' }).uncheck()
  await expect(form.getByRole('checkbox', { name: 'No columns checked: all are copied' })).not.toBeChecked()
  await columns.getByRole('checkbox', { name: 'C-7' }).check()
  await columns.getByRole('checkbox', { name: 'C-3' }).check()
  await form.getByRole('button', { name: 'Edit as text: columns' }).click()
  await expect(form.getByLabel('Columns', { exact: true })).toHaveValue('C-7, C-3')
})

/** The checked columns in their order. */
async function chosenIn(columns: Locator): Promise<string[]> {
  const labels = await columns
    .getByRole('button', { name: /^Reorder/ })
    .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label') ?? ''))
  return labels.map((label) => label.replace('Reorder ', ''))
}
