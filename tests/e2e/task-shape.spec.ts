import { expect, type Locator } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectDialogAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

const ROWS = [
  ['Name', 'Status', 'Amount'],
  ['Ann', 'open', 5],
  ['Bob', 'closed', 6],
  ['Cy', 'open', 7],
]

test('columns are dragged, renamed and left out, conditions are picked and counted, and the text says the same', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Shaped' })
  const rows = ROWS.map((row, at) => [...row, at === 0 ? 'Cost, net' : at])
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'Open orders', rows })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await expect(card('Open orders').getByText('Copies', { exact: true })).toHaveCount(0)
  await card('Open orders').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'Only some columns' }).click()

  // Without a choice, all columns are checked, with their first values.
  const columns = form.getByRole('list', { name: 'Columns of the source' })
  await expect(columns.getByRole('listitem')).toContainText([
    'Ann · Bob · Cy',
    'open · closed · open',
    '5 · 6 · 7',
    '1',
  ])
  await expect(form.getByRole('checkbox', { name: 'All columns, also those that are added later' })).toBeChecked()
  const cost = columns.getByRole('checkbox', { name: 'Cost, net' })
  await cost.focus()
  await page.keyboard.press('Space')
  await expect(cost).not.toBeChecked()
  await expect(cost).toBeFocused()
  await expect(form.getByRole('checkbox', { name: '3 of 4 columns' })).toBeVisible()

  // By mouse.
  await columns.getByLabel('Reorder Amount').scrollIntoViewIfNeeded()
  await columns.getByLabel('Reorder Amount').hover()
  await page.mouse.down()
  const top = await columns.getByLabel('Reorder Name').boundingBox()
  await page.mouse.move((top?.x ?? 0) + 5, (top?.y ?? 0) + 5, { steps: 8 })
  await expect(page.getByText('Amount moved to position 1 of 3.')).toBeAttached()
  await page.mouse.up()
  await expect.poll(() => chosenIn(columns)).toEqual(['Amount', 'Name', 'Status'])
  // By keyboard. Escape cancels the move, and leaves the form open.
  await columns.getByLabel('Reorder Status').press('Space')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Status moved to position 2 of 3.')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Status is back in its original position.')).toBeAttached()
  expect(await chosenIn(columns)).toEqual(['Amount', 'Name', 'Status'])
  await columns.getByLabel('Reorder Status').press('Space')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Status moved to position 2 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(() => chosenIn(columns)).toEqual(['Amount', 'Status', 'Name'])
  await columns.getByLabel('New name of Amount').pressSequentially('Total paid')
  await columns.getByRole('checkbox', { name: 'Status' }).uncheck()
  await form.getByRole('button', { name: 'Edit as text: columns' }).click()
  await expect(form.getByLabel('Columns', { exact: true })).toHaveValue('Amount as Total paid, Name')
  await form.getByLabel('Columns', { exact: true }).fill('Amount as Total, Name, Gone')
  await form.getByRole('button', { name: 'Show as a list: columns' }).click()
  await expect(columns.getByLabel('New name of Amount')).toHaveValue('Total')
  await expect(columns.getByRole('listitem').filter({ hasText: 'Gone' })).toContainText('Not in the source')
  await columns.getByRole('checkbox', { name: 'Gone' }).click()

  await expect(form.getByText('3 of 3 rows')).toBeVisible()
  const add = form.getByRole('button', { name: 'Add condition' })
  await add.click()
  await expect(form.getByLabel('Column of condition 1')).toBeFocused()
  await form.getByLabel('Column of condition 1').selectOption('Status')
  await expect(form.getByText('3 of 3 rows, without 1 unfinished condition')).toBeVisible()
  await form.getByLabel('Value of condition 1').fill('open')
  await expect(form.getByText('2 of 3 rows')).toBeVisible()
  await add.click()
  await form.getByLabel('Column of condition 2').selectOption('Amount')
  await form.getByLabel('Operator of condition 2').selectOption('>')
  await expect(form.getByText('2 of 3 rows, without 1 unfinished condition')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter a value')).toBeVisible()
  await expect(form.getByLabel('Value of condition 2')).toBeFocused()
  await form.getByLabel('Value of condition 2').pressSequentially('many')
  await form.getByLabel('Value of condition 2').blur()
  await expect(form.getByText('"many" is neither a number nor a date', { exact: false })).toBeVisible()
  // A further condition leaves the mark where it is, and has none itself yet.
  await add.click()
  await expect(form.getByText('Enter a value')).toHaveCount(0)
  await expect(form.getByText('"many" is neither a number nor a date', { exact: false })).toBeVisible()
  await expectDialogAccessible(page, 'the columns and rows of a task')
  await form.getByRole('button', { name: 'Remove condition 3' }).click()
  await form.getByLabel('Value of condition 2').fill('5')
  await expect(form.getByText('1 of 3 rows', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByRole('table', { name: 'First rows' })).toHaveText('TotalName7Cy')

  // A condition that pickers cannot show stays as its text, with the wrong words.
  await form.getByRole('button', { name: 'Edit as text: rows' }).click()
  const text = form.getByLabel('Rows', { exact: true })
  await expect(text).toHaveValue('Status = open\nAmount > 5')
  await text.fill('Status = open; Check in = 5\nAmount > 5')
  await text.blur()
  await expect(form.getByText('Rows: "Check in = 5" has two operators', { exact: false })).toBeVisible()
  await expect(form.locator('mark')).toHaveText('= 5')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await form.getByRole('button', { name: 'Show as a list: rows' }).click()
  const conditions = form.getByRole('list', { name: 'Conditions' }).getByRole('listitem')
  await expect(conditions.nth(1)).toContainText('"Check in = 5" has two operators')
  await expectDialogAccessible(page, 'a condition that cannot be read')
  await form.getByRole('button', { name: 'Remove condition 2' }).click()
  await expect(add).toBeFocused()
  await expect(conditions).toHaveCount(2)
  await form.getByRole('button', { name: 'How rows arrive' }).click()
  await form.getByLabel('Hidden rows').selectOption('Leave them out')
  await form.getByLabel('Target cell').fill('b3')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const line = 'Amount as Total, Name · only Status = open; Amount > 5 · without hidden rows · from B3 on'
  await expect(card('Open orders').getByText(line)).toBeVisible()
  await card('Open orders').getByRole('link', { name: 'Open orders', exact: true }).click()
  await expect(page.getByText(line)).toBeVisible()
  await runToSuccess(client, id)
  const { target_ss_id } = await client.call(api.tasks.get, { params: { id } })
  expect(await provider.entered(target_ss_id, 'A1:D9')).toEqual([[], [], ['', 'Total', 'Name'], ['', 7, 'Cy']])
})

/** The checked columns in their order. */
async function chosenIn(columns: Locator): Promise<string[]> {
  const labels = await columns
    .getByRole('button', { name: /^Reorder/ })
    .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label') ?? ''))
  return labels.map((label) => label.replace('Reorder ', ''))
}

test('a task appends the rows of each run, which its form, card and preview say', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Appended' })
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'Every night', rows: ROWS })
  await page.goto(`/sync_tasks?type=${type}`)
  const { card } = taskListOn(page)
  await card('Every night').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'How rows arrive' }).click()
  await expect(form.getByLabel('Time column')).toHaveCount(0)
  await form.getByLabel('Mode').selectOption('Add the rows below earlier ones')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Time column: name it, because rows are appended')).toBeVisible()
  await form.getByLabel('Time column').fill('Copied at')
  await form.getByLabel('Target cell').fill('A1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(card('Every night').getByText('from A1 on · appended below earlier rows')).toBeVisible()

  await runToSuccess(client, id)
  await runToSuccess(client, id)
  const { target_ss_id } = await client.call(api.tasks.get, { params: { id } })
  const rows = await provider.entered(target_ss_id, 'A1:D20')
  expect(rows.map((row) => row.slice(1))).toEqual([...ROWS, ...ROWS.slice(1)])
  expect(new Set(rows.map(([time]) => time)).size).toBe(3)
})

test('a task updates rows by key, which its form, card and preview say', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Updated' })
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'By name', rows: ROWS })
  const { target_ss_id } = await client.call(api.tasks.get, { params: { id } })
  const theirs = [
    ['Zoe', 'mine', 1],
    ['Ann', 'old', 0],
  ]
  await provider.enter(target_ss_id, 'A1', [ROWS[0] ?? [], ...theirs])
  await page.goto(`/sync_tasks?type=${type}`)
  const { card } = taskListOn(page)
  await card('By name').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'How rows arrive' }).click()
  await form.getByLabel('Mode').selectOption('Update rows with the same key')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Key columns: name them, because rows are updated by key')).toBeVisible()
  await expect(form.getByLabel('Missing rows')).toHaveValue('keep')
  await form.getByLabel('Key columns').fill('Name')
  await form.getByLabel('Target cell').fill('A1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(card('By name').getByText('from A1 on · updated by Name')).toBeVisible()
  await card('By name').getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('grid', { name: 'Changed cells' }).getByRole('row')).toHaveText([
    'RowColumnChangeNowAfter the run',
    '3B · StatusChangedoldopen',
    '3C · AmountChanged05',
    '4A · NameFilledBob',
    '4B · StatusFilledclosed',
    '4C · AmountFilled6',
    '5A · NameFilledCy',
    '5B · StatusFilledopen',
    '5C · AmountFilled7',
  ])

  await runToSuccess(client, id)
  expect(await provider.entered(target_ss_id, 'A2:D20')).toEqual([['Zoe', 'mine', 1], ...ROWS.slice(1)])
})
