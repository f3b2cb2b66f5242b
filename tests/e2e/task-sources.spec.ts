import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { taskListOn } from './support/task-list.ts'

test('further sources are named in the form, shown with their first rows, and copied', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Branches' })
  const rows = [
    ['Order', 'Amount'],
    [1, 10],
  ]
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'North', rows })
  const south = [
    ['Amount', 'Order'],
    [20, 2],
  ]
  const other = await provider.createSpreadsheet('South', [
    { title: '2026-01', rows: south },
    { title: 'Notes' },
    { title: '2026-02', rows: south },
  ])
  await page.goto('/sync_tasks')
  const { card } = taskListOn(page)
  await card('North').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'More sources' }).click()
  await form.getByRole('button', { name: 'Edit as text: further sources' }).click()
  const sources = form.getByRole('textbox', { name: 'Further sources' })
  await sources.fill('!Orders')
  await form.getByLabel('Source column').fill('Branch')
  await expect(form.getByText('write the ID of a spreadsheet before "!"', { exact: false })).toBeVisible()
  await expect(form.getByLabel('If a source fails or is held')).toHaveValue('keep_its_rows')
  await sources.fill('https://drive.google.com/drive/folders/no-such-folder!Orders')
  await expect(form.getByText('folder "no-such-folder" does not exist', { exact: false })).toBeVisible()
  await sources.fill(`https://docs.google.com/spreadsheets/d/${other}/edit!2026-*`)
  await expect(form.getByText('3 rows to North target › North')).toBeVisible()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByRole('table', { name: 'First rows' })).toHaveText(
    'BranchOrderAmountNorth source: Data110South: 2026-01220South: 2026-02220',
  )
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(card('North').getByText('sources: Data, 2026-*')).toBeVisible()

  await runToSuccess(client, id)
  expect(await client.call(api.dataCopy.page, { params: { id }, query: {} })).toMatchObject({
    data: [
      { Branch: 'North source: Data', Order: 1, Amount: 10 },
      { Branch: 'South: 2026-01', Order: 2, Amount: 20 },
      { Branch: 'South: 2026-02', Order: 2, Amount: 20 },
    ],
  })
})

test('a pasted link adds another tab of a further source, and the listed tabs of the file stay', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Branches' })
  const rows = [
    ['Order', 'Amount'],
    [1, 10],
  ]
  const other = await provider.createSpreadsheet('South', [{ title: 'January', rows }])
  const more_sources = [{ source_ss_id: other, source_sheet_name: 'January' }]
  await createRunnableTask({ client, provider }, { type, name: 'North', rows, more_sources })
  await page.goto('/sync_tasks')
  await taskListOn(page).card('North').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByRole('button', { name: 'More sources' }).click()
  await expect(form.getByRole('button', { name: 'Remove South › January' })).toBeVisible()
  await form.getByRole('button', { name: 'Choose spreadsheets' }).click()
  const search = page.getByRole('combobox', { name: 'Search spreadsheets' })
  await search.fill(`https://docs.google.com/spreadsheets/d/${other}/edit#gid=7`)
  await page.getByRole('option', { name: 'Use the link' }).click()
  await expect(form.getByRole('button', { name: 'Remove South › #gid=7' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Remove South › January' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(search).toBeHidden()
})
