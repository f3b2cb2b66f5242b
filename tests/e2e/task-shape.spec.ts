import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { taskListOn } from './support/task-list.ts'

const ROWS = [
  ['Name', 'Status', 'Amount'],
  ['Ann', 'open', 5],
  ['Bob', 'closed', 6],
  ['Cy', 'open', 7],
]

test('the form says which words of a shape are wrong, and the card and task page what a task copies', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Shaped' })
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'Open orders', rows: ROWS })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await expect(card('Open orders').getByText('Copies', { exact: true })).toHaveCount(0)
  await card('Open orders').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: /^Shape/ }).click()
  // Columns are chosen from the source, with their first values.
  const columns = form.getByRole('table', { name: 'Columns of the source' })
  await expect(columns.getByRole('row', { name: /^Name/ })).toContainText('Ann · Bob · Cy')
  await columns.getByRole('checkbox', { name: 'Name' }).check()
  await columns.getByRole('checkbox', { name: 'Amount' }).check()
  await columns.getByRole('button', { name: 'Move Amount up' }).click()
  await columns.getByLabel('New name of Amount').fill('Total')
  await expect(form.getByLabel('Columns', { exact: true })).toHaveValue('Amount as Total, Name')
  await expect(form.getByText('3 of 3 rows')).toBeVisible()
  await form.getByLabel('Column', { exact: true }).selectOption('Status')
  await form.getByLabel('Value').fill('open')
  await form.getByRole('button', { name: 'Add condition' }).click()
  await expect(form.getByLabel('Rows', { exact: true })).toHaveValue('Status = open')
  await expect(form.getByText('2 of 3 rows')).toBeVisible()
  await form.getByRole('button', { name: 'See the first rows' }).click()
  await expect(form.getByRole('table', { name: 'First rows' })).toHaveText('TotalName5Ann7Cy')
  await form.getByLabel('Rows', { exact: true }).fill('Amount > many')
  await form.getByLabel('Target cell').fill('b3')
  await expect(form.getByText('Rows: "many" is neither a number nor a date', { exact: false })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await form.getByLabel('Rows', { exact: true }).fill('Status = open')
  await form.getByLabel('Hidden rows').selectOption('Leave them out')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const line = 'Amount as Total, Name · only Status = open · without hidden rows · from B3 on'
  await expect(card('Open orders').getByText(line)).toBeVisible()
  await card('Open orders').getByRole('link', { name: 'Open orders', exact: true }).click()
  await expect(page.getByText(line)).toBeVisible()

  await runToSuccess(client, id)
  expect(await client.call(api.dataCopy.page, { params: { id }, query: {} })).toMatchObject({
    data: [
      { Total: 5, Name: 'Ann' },
      { Total: 7, Name: 'Cy' },
    ],
  })
})

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
  await form.getByRole('button', { name: /^Shape/ }).click()
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
  await form.getByRole('button', { name: /^Shape/ }).click()
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
