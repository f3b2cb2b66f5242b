import { expect } from '@playwright/test'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

const ROWS = [
  ['Name', 'Amount'],
  ['apple', 1],
  ['berry', 2],
]

test('cells edited by hand are overwritten, and listed on the page of the run', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Fruit' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'Prices', rows: ROWS, start_row: 2 })
  await runToSuccess(client, task.id)
  await provider.enter(task.target_ss_id, "'Prices'!B2", [[99]])
  await page.goto(`/sync_tasks/${task.id}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Overwrites 1 cell edited by hand since the last run.')).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('1 cell was edited by hand since the last run, B2.')
  await page.getByText('Runs', { exact: true }).click()
  await history
    .locator(':scope > li')
    .first()
    .click({ position: { x: 5, y: 5 } })
  const edits = page.getByRole('region', { name: 'Edited by hand' })
  await expect(edits).toContainText('The run overwrote them.')
  await expect(edits.getByRole('row')).toHaveText(['RowColumnChangeLeft by the last runFound', '2B · AmountChanged199'])
  await expectAccessible(page, 'run with edits')
})

test('a task can hold runs when its target was edited, until a person copies anyway', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Ledger' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'Sums', rows: ROWS, start_row: 2 })
  await page.goto('/sync_tasks')
  const { card, dialog } = taskListOn(page)
  await card('Sums').getByRole('button', { name: 'Edit' }).click()
  await dialog('Edit Sync Task').getByRole('button', { name: 'How rows arrive' }).click()
  await dialog('Edit Sync Task').getByRole('checkbox', { name: 'Hold the run when someone edited the target' }).check()
  await dialog('Edit Sync Task').getByRole('button', { name: /save/i }).click()
  await expect(card('Sums')).toContainText('Target edits')
  await runToSuccess(client, task.id)
  await provider.enter(task.target_ss_id, "'Sums'!B3", [[7]])
  await card('Sums').getByRole('button', { name: 'Run Task' }).click()
  await expect(card('Sums')).toContainText('1 cell was edited by hand since the last run, B3. Nothing was written.')
  await card('Sums').getByRole('button', { name: 'See what would be lost' }).click()
  await page.getByRole('button', { name: 'Copy anyway' }).click()
  await expect(page.getByRole('article', { name: 'Sums' })).toHaveAttribute('data-status', 'Success')
})
