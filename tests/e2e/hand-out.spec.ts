import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectDialogAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

test('a task hands its rows out to a tab for each value, and its page shows that every row arrived', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Masters' })
  const rows = [
    ['Order', 'Branch', 'Amount'],
    [1, 'North', 10],
    [2, 'South', 20],
    [3, 'North', 30],
  ]
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'Orders', rows })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await card('Orders').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'How rows arrive' }).click()
  const help = (name: string) => form.getByRole('link', { name: `Help: ${name}` })
  await expect(help('How rows arrive')).toHaveAttribute('href', '/help?page=use/shape')
  await expect(help('Hand out to many sheets')).toHaveAttribute('href', '/help?page=use/hand-out')
  await form.getByLabel('Split by').fill('Branch')
  await expect(form.getByText('Branch: 2 values, 3 rows')).toBeVisible()
  await expect(form.getByText('North (2) · South (1)')).toBeVisible()
  const place = form.getByLabel('Where each value goes')
  await place.selectOption('A file for each, listed here')
  await form.getByLabel('Targets').fill('North')
  await form.getByLabel('Control sums').fill('Amount')
  await expect(form.getByText('write VALUE => ID!Tab', { exact: false })).toBeVisible()
  await place.selectOption('A file for each, listed in a tab')
  await form.getByLabel('Targets from a tab').fill('list!Branches')
  await form.getByLabel('Targets from a tab').blur()
  await expect(form.getByText('write the tab and its columns as ID!Tab', { exact: false })).toBeVisible()
  // Hidden fields do not count.
  await place.selectOption('A tab for each, in the target spreadsheet')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await runToSuccess(client, id)
  await expect(card('Orders').getByText('→ 2 sheets by Branch')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Filter by name' })
  await search.fill('south')
  await expect(card('Orders')).toBeVisible()
  await search.fill('west')
  await expect(card('Orders')).toBeHidden()
  await search.fill('')
  await card('Orders').getByRole('link', { name: '→ 2 sheets by Branch' }).click()
  await expect(page).toHaveURL(`/sync_tasks/${id}#targets`)
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await expect(delivery).toContainText(
    '3 rows: all arrived in 2 targets exactly once. Amount: 60 in the source, 60 in the targets.',
  )
  await expect(delivery.getByRole('listitem')).toHaveText([/^North2 rowsArrived$/, /^South1 rowArrived$/])
  const { delivery: proof } = await client.call(api.tasks.get, { params: { id } })
  expect(proof).toMatchObject({ source_rows: 3, delivered_rows: 3, sums: [{ source: 60, delivered: 60 }] })

  await page.goto('/map')
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files.getByRole('button').filter({ hasText: '2 tabs · filled by 1 task' })).toBeVisible()
})

test('a card links to the sheets of a task that has no target spreadsheet', async ({ page, client }) => {
  const type = await createType(client, { name: 'Masters' })
  const targets = ['North', 'South'].map((value) => ({ value, target_ss_id: value, target_sheet_name: 'Orders' }))
  const shape = { target_ss_id: '', target_sheet_name: 'Orders', split_by: 'Branch', targets }
  const { id } = await createTask(client, { type, name: 'Orders', ...shape })
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await card('Orders').getByRole('link', { name: '2 sheets', exact: true }).click()
  await expect(page).toHaveURL(`/sync_tasks/${id}#targets`)
})

test('a person undoes a run in one of its targets, and then in all', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Masters' })
  const rows = [
    ['Order', 'Branch'],
    [1, 'North'],
    [2, 'South'],
  ]
  const own = { type, name: 'Orders', rows, start_row: 1, split_by: 'Branch' }
  const { id, source_ss_id, source_sheet_name, target_ss_id } = await createRunnableTask({ client, provider }, own)
  await runToSuccess(client, id)
  await provider.enter(source_ss_id, `'${source_sheet_name}'!A2:A3`, [[10], [20]])
  await runToSuccess(client, id)
  const { runs } = await client.call(api.runs.list, { query: { task_id: id, limit: 1 } })
  const run = runs[0]?.id ?? 0
  const isRunning = async () => (await client.call(api.tasks.get, { params: { id } })).running_status

  await page.goto(`/sync_tasks/${id}/runs/${run}`)
  const cells = page.getByRole('region', { name: 'Changed cells' })
  await expect(cells.getByRole('row', { name: /North · A .*1 10/ })).toBeVisible()
  await cells.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: 'South' }).click()
  await expect(cells.getByRole('row', { name: /South · A .*2 20/ })).toBeVisible()
  await expect(cells.getByRole('row', { name: /North/ })).toBeHidden()

  await page.getByRole('button', { name: 'Undo back to before this run' }).click()
  const dialog = page.getByRole('dialog', { name: `Undo back to before run ${run}` })
  await expect(dialog.getByRole('row', { name: /^North 1 cell/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Undo 2 cells' })).toBeVisible()
  await expectDialogAccessible(page, 'the undo of targets')
  await dialog.getByRole('button', { name: 'Only this: South' }).click()
  await expect(dialog.getByText("1 cell of 'South'")).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo 1 cell' }).click()
  await expect(page).toHaveURL(`/sync_tasks/${id}`)
  await expect.poll(isRunning).toBe(false)
  expect(await provider.entered(target_ss_id, 'South!A2')).toEqual([[2]])
  expect(await provider.entered(target_ss_id, 'North!A2')).toEqual([[10]])

  await page.goto(`/sync_tasks/${id}/runs/${run}`)
  await page.getByRole('button', { name: 'Undo back to before this run' }).click()
  await dialog.getByRole('button', { name: /^Undo \d+ cells?$/ }).click()
  await expect(page).toHaveURL(`/sync_tasks/${id}`)
  await expect.poll(isRunning).toBe(false)
  expect(await provider.entered(target_ss_id, 'North!A2')).toEqual([[1]])

  // Edited cells of the only changed target are seen there alone.
  await provider.enter(source_ss_id, `'${source_sheet_name}'!A2:A3`, [[11], [2]])
  await runToSuccess(client, id)
  await provider.enter(target_ss_id, 'North!A2', [[12]])
  const { runs: latest } = await client.call(api.runs.list, { query: { task_id: id, limit: 1 } })
  await page.goto(`/sync_tasks/${id}/runs/${latest[0]?.id}`)
  await page.getByRole('button', { name: 'Undo back to before this run' }).click()
  const single = page.getByRole('dialog', { name: `Undo back to before run ${latest[0]?.id}` })
  await single.getByRole('button', { name: 'Only this: North' }).click()
  await single.getByRole('radio', { name: 'Overwrite edited cells too' }).check()
  await single.getByRole('button', { name: 'Undo 1 cell' }).click()
  await expect(page).toHaveURL(`/sync_tasks/${id}`)
  await expect.poll(isRunning).toBe(false)
  expect(await provider.entered(target_ss_id, 'North!A2')).toEqual([[1]])
})

test('a preview lists what changes in each target, and its cells by value', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Masters' })
  const rows = [
    ['Order', 'Branch'],
    [1, 'North'],
    [2, 'South'],
  ]
  const own = { type, name: 'Orders', rows, start_row: 1, split_by: 'Branch' }
  const { id, source_ss_id, source_sheet_name } = await createRunnableTask({ client, provider }, own)
  await runToSuccess(client, id)
  await provider.enter(source_ss_id, `'${source_sheet_name}'!A2:A3`, [[11], [12]])
  const { id: previewId } = await client.call(api.previews.start, { body: { task_ids: [id] } })
  await page.goto(`/previews/${previewId}?task=${id}`)
  const targets = page.getByRole('region', { name: 'Changes by target' })
  await expect(targets.getByRole('row')).toHaveText([/^ValueResult/, /^NorthChanges1010/, /^SouthChanges1010/])
  await expect(page.getByText('to 2 targets.', { exact: false })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Changed cells' })).toContainText('North · A · Order')
  await page.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: 'South' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 cell' })).toBeVisible()
})

test('a preview says that a target would fail, and not that nothing would change', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Masters' })
  const rows = [
    ['Order', 'Branch'],
    [1, 'North'],
  ]
  const targets = [{ value: 'North', target_ss_id: 'missing'.repeat(6), target_sheet_name: 'North' }]
  const own = { type, name: 'Orders', rows, start_row: 1, split_by: 'Branch', targets }
  const { id } = await createRunnableTask({ client, provider }, own)
  const { id: other } = await createRunnableTask({ client, provider }, { type, name: 'Others', rows })
  const { id: previewId } = await client.call(api.previews.start, { body: { task_ids: [id, other] } })
  await page.goto(`/previews/${previewId}`)
  await expect(page.getByRole('row', { name: /^Orders/ })).toContainText('Would fail: "North": ')
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('alert')).toContainText('1 target would fail')
  await expect(page.getByText('Nothing to change.')).toBeHidden()
})
