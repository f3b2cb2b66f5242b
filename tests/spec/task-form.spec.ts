import { expect, type Locator, type Page } from '@playwright/test'
import { expectToast, findCard, test } from './support/journey.ts'
import { bareTask, task, type } from './support/records.ts'

test('adding a task sends its fields once and leaves an empty form', async ({ page, server }) => {
  await page.goto('/sync_tasks')
  const form = await openAdd(page)
  await expect(form.getByLabel('Scheduled times')).toHaveValue('04:00, 23:00')
  await expect(form.getByLabel('Chunk size')).toHaveValue('1000')
  await fillRequired(page, form)
  await expect(form.getByLabel('Chunk size')).toHaveValue('1500')
  await form.getByLabel('Name', { exact: true }).fill('Prices')
  await form.getByLabel('Source sheet name').fill('Raw')
  await form.getByLabel('Target sheet name').fill('Clean')
  await form.getByLabel('Scheduled times').fill(' 05:00 ,22:30')
  await form.getByLabel('Relevant user accounts').fill('ada@example.com')

  const startRow = form.getByLabel('Start row')
  await startRow.fill('0')
  await startRow.press('Enter')
  await expect(startRow).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('button', { name: 'Add Task' })).toBeDisabled()
  expect(server.received('POST /api/sync_tasks')).toHaveLength(0)
  await startRow.fill('3')

  const release = server.hold('POST /api/sync_tasks')
  await form.getByLabel('Name', { exact: true }).press('Enter')
  await form.getByLabel('Name', { exact: true }).press('Enter')
  await form.getByRole('button', { name: 'Add Task' }).click({ force: true, noWaitAfter: true })
  release()
  await expect(form).toHaveCount(0)
  expect(server.requireBody('POST /api/sync_tasks')).toMatchObject({
    sync_task_type_id: 1,
    name: 'Prices',
    source_ss_id: 'source-spreadsheet',
    target_ss_id: 'target-spreadsheet',
    source_sheet_name: 'Raw',
    target_sheet_name: 'Clean',
    scheduled_times: ['05:00', '22:30'],
    relevant_user_accounts: 'ada@example.com',
    chunk_size: 1500,
    start_row: 3,
    sort_order: 0,
  })
  await expect(findCard(page, 'Clean')).toBeVisible()
  const next = await openAdd(page)
  await expect(next.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(next.getByLabel('Source spreadsheet ID')).toHaveValue('')
})

test('no times are sent as None, and a type without a chunk size means 1000', async ({ page, server }) => {
  server.state.types = [type(1, { chunk_size: undefined })]
  await page.goto('/sync_tasks')
  const form = await openAdd(page)
  await fillRequired(page, form)
  await expect(form.getByLabel('Chunk size')).toHaveValue('1000')
  await form.getByLabel('Scheduled times').fill('')
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(form).toHaveCount(0)
  expect(server.requireBody('POST /api/sync_tasks')).toMatchObject({ scheduled_times: ['None'], chunk_size: 1000 })
})

test('unique conflicts are explained, however the server says them', async ({ page, server }) => {
  await page.goto('/sync_tasks')
  const form = await openAdd(page)
  await fillRequired(page, form)
  for (const [raw, shown] of [
    [
      'duplicate key value violates unique constraint "uq_sync_tasks_name_sync_task_type_id"',
      'A task with this name already exists for this task type. Please use a different name.',
    ],
    [
      'UNIQUE constraint failed: sync_tasks.source_ss_id, sync_tasks.target_ss_id',
      'A task with these source and target spreadsheet IDs already exists.',
    ],
    [
      'duplicate key value violates unique constraint "sync_tasks_sort_order_key"',
      'This task conflicts with an existing task. Please check the values and try again.',
    ],
    ['The folder is closed.', 'The folder is closed.'],
  ] as const) {
    for (const json of [{ message: raw }, { error: raw }]) {
      server.reply('POST /api/sync_tasks', { status: 400, json })
      await form.getByRole('button', { name: 'Add Task' }).click()
      await expect(form.getByRole('alert').filter({ hasText: shown })).toBeVisible()
    }
  }
  server.reply('POST /api/sync_tasks', { status: 500 })
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expectToast(page, { text: 'Failed to add sync task', kind: 'error' })
  await expect(form.getByLabel('Source spreadsheet ID')).toHaveValue('source-spreadsheet')
})

test('editing names the task after its sheets, and keeps its chunk size unless its type changes', async ({
  page,
  server,
}) => {
  server.state.types = [type(1), type(2, { chunk_size: 250 })]
  await page.goto('/sync_tasks')
  const form = await openEdit(page, 'To 1')
  await expect(form.getByLabel('Chunk size')).not.toBeEditable()
  await form.getByLabel('Source sheet name').fill('')
  await form.getByLabel('Target sheet name').fill('Renamed')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  const [request] = server.received('PUT /api/sync_tasks/:id')
  expect(request?.ids).toEqual([1])
  expect(request?.body).toMatchObject({
    name: 'Renamed',
    sync_task_type_id: 1,
    source_ss_id: 'source-id-1',
    target_ss_id: 'target-id-1',
    source_sheet_name: '',
    target_sheet_name: 'Renamed',
    scheduled_times: ['04:00', '23:00'],
    chunk_size: 1000,
    start_row: 2,
  })
  await expect(findCard(page, 'Renamed')).toBeVisible()

  server.forgetReceived()
  const again = await openEdit(page, 'Renamed')
  await again.getByLabel('Target sheet name').fill('')
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(again).toHaveCount(0)
  expect(server.requireBody('PUT /api/sync_tasks/:id')).toMatchObject({ name: 'Sync Task 1' })

  server.forgetReceived()
  const last = await openEdit(page, 'Sync Task 1')
  await chooseType(page, last, 'Type 2')
  server.reply('PUT /api/sync_tasks/:id', { status: 500 })
  await last.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, { text: 'Failed to update sync task', kind: 'error' })
  await expect(last).toBeVisible()
  expect(server.requireBody('PUT /api/sync_tasks/:id')).toMatchObject({ sync_task_type_id: 2, chunk_size: 250 })
})

test('a task with few fields can be edited', async ({ page, server }) => {
  server.state.tasks = [bareTask(1, { source_ss_id: 'source-id-1', target_ss_id: 'target-id-1' }), task(2)]
  await page.goto('/sync_tasks')
  const form = await openEdit(page, 'Sync Task 1')
  await form.getByLabel('Source sheet name').fill('Raw')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  expect(server.requireBody('PUT /api/sync_tasks/:id')).toMatchObject({ name: 'Raw', scheduled_times: ['None'] })
})

async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Task' }).first().click()
  return page.getByRole('dialog', { name: 'Add Sync Task' })
}

async function openEdit(page: Page, title: string): Promise<Locator> {
  await findCard(page, title).getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: 'Edit Sync Task' })
}

async function fillRequired(page: Page, form: Locator): Promise<void> {
  await chooseType(page, form, 'Type 1')
  await form.getByLabel('Source spreadsheet ID').fill('source-spreadsheet')
  await form.getByLabel('Target spreadsheet ID').fill('target-spreadsheet')
}

async function chooseType(page: Page, form: Locator, name: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Task type' }).click()
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click()
}
