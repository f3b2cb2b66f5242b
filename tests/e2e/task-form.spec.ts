import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { toast } from './support/signed-in.ts'
import { findFact, taskListOn } from './support/task-list.ts'

test('a task is added from a pasted link and a suggested tab, and the form is reset', async ({
  page,
  client,
  provider,
}) => {
  await createType(client, { name: 'Weekly', chunk_size: 750 })
  await createType(client, { name: 'Plain' })
  const source = await provider.createSpreadsheet('Orders', [{ title: 'Open' }, { title: 'Closed' }])
  const target = await provider.createSpreadsheet('Orders mirror')
  await page.goto('/sync_tasks')
  const { addTask, card } = taskListOn(page)
  await addTask.click()
  const { form, save, type, field } = findForm(page, 'Add Sync Task')
  await expect(field('Scheduled times')).toHaveValue('04:00, 23:00')
  await form.getByRole('button', { name: 'Accounts, start row' }).click()
  await expect(field('Chunk size')).toHaveValue('1000')
  await expect(field('Start row')).toHaveValue('1')

  await type.click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Weekly', 'Plain', 'New type…'])
  await page.getByRole('listbox').getByRole('option', { name: 'Weekly' }).click()
  await expect(field('Chunk size')).toHaveValue('750')
  await field('Source spreadsheet ID').fill(`${provider.formatPageUrl(source)}#gid=0`)
  await expect(field('Source spreadsheet ID')).toHaveValue(source)
  await expect(form.getByText('Orders', { exact: true })).toBeVisible()
  await expect(field('Source sheet name')).toHaveValue('Open')
  await field('Source sheet name').fill('')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Open/, /^Closed/])
  await page.getByRole('listbox').getByRole('option', { name: 'Closed' }).click()
  await field('Target spreadsheet ID').fill(target)
  await expect(form.getByText('Orders mirror', { exact: true })).toBeVisible()

  const bodies: unknown[] = []
  page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postDataJSON()))
  const replied = Promise.withResolvers<void>()
  await page.route(api.tasks.create.path, async (call) => {
    await replied.promise
    await call.continue()
  })
  await save.click()
  await expect(save).toBeDisabled()
  replied.resolve()
  await expect(toast(page, 'Sync task added')).toBeVisible()
  await expect(form).toBeHidden()
  expect(bodies).toMatchObject([
    {
      source_ss_id: source,
      target_ss_id: target,
      source_sheet_name: 'Closed',
      scheduled_times: ['04:00', '23:00'],
      chunk_size: 750,
      start_row: 1,
      sort_order: 0,
    },
  ])
  await expect(card('Closed').getByRole('link', { name: 'Closed', exact: true })).toBeVisible()
  await expect(findFact(card('Closed'), 'Chunk size')).toHaveText('750')

  await addTask.click()
  await expect(field('Source spreadsheet ID')).toHaveValue('')
  await expect(field('Scheduled times')).toHaveValue('04:00, 23:00')
  await expect(type).toHaveValue('')
})

test('a name that somebody chose stays until the form goes back to the sheet names', async ({ page, client }) => {
  const type = await createType(client, { name: 'Chosen names' })
  const fields = { source_sheet_name: 'Data', target_sheet_name: 'Ledger' }
  await createTask(client, { type, name: 'Data' })
  const { id } = await createTask(client, { type, name: 'Ledger 1', ...fields })
  const readName = async () => (await client.call(api.tasks.get, { params: { id } })).name
  await page.goto('/sync_tasks')
  const { form, save, field } = findForm(page, 'Edit Sync Task')
  const edit = async (act: () => Promise<void>) => {
    await taskListOn(page).card('Ledger').getByRole('button', { name: 'Edit' }).click()
    await act()
    await save.click()
    await expect(form).toBeHidden()
  }
  await edit(async () => {
    await expect(field('Name')).toHaveValue('Ledger 1')
    await form.getByRole('button', { name: 'Accounts, start row' }).click()
    await field('Notes').fill('Ask Ada')
  })
  expect(await readName()).toBe('Ledger 1')
  await edit(() => field('Name').fill('Ledger one'))
  expect(await readName()).toBe('Ledger one')
  await edit(async () => {
    await form.getByRole('button', { name: 'Use “Data”' }).click()
    await expect(field('Name')).toHaveValue('Data')
  })
  await expect(toast(page, /^Another task of this type is named 'Data'/)).toBeVisible()
  expect(await readName()).toBe('Ledger one')
  await edit(async () => {
    await field('Source sheet name').fill('Records')
    await expect(field('Name')).toHaveValue('Records')
  })
  expect(await readName()).toBe('Records')
})

function findForm(page: Page, title: string) {
  const form = page.getByRole('dialog', { name: title })
  return {
    form,
    save: form.getByRole('button', { name: /^(Add Task|Save)$/ }),
    type: form.getByRole('combobox', { name: 'Task type' }),
    field: (label: string) =>
      form
        .getByRole('textbox', { name: label, exact: true })
        .or(form.getByRole('combobox', { name: label, exact: true })),
  }
}
