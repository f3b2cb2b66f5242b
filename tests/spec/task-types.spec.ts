import { expect, type Locator, type Page } from '@playwright/test'
import { dismissToast, expectToast, keepToasts, test, toast } from './support/journey.ts'
import { type } from './support/records.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(({ page }) => keepToasts(page))

test('the table has a row per type, with defaults for what is missing', async ({ page, server }) => {
  server.state.types = [
    type(1, { dependency_chain: ['Type 2', 'Type 1'] }),
    type(2, { chunk_size: null, queue_delay_seconds: '' }),
    { id: 3, name: 'Bare' },
  ]
  await page.goto('/sync_task_types')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sync Task Types')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Dependency Chain',
    'Concurrent',
    'Queue Delay (s)',
    'Max Retries',
    'Retry Delay (s)',
    'Chunk Size',
    'Actions',
  ])
  const cells = (name: string) => row(page, name).getByRole('cell')
  await expect(cells('Type 1')).toHaveText(['Type 1', /Type 2.*Type 1/, '4', '5', '3', '60', '1,500', ''])
  await expect(cells('Type 2')).toHaveText(['Type 2', 'No dependencies', '4', '0', '3', '60', '2,000', ''])
  await expect(cells('Bare')).toHaveText(['Bare', 'No dependencies', '1', '0', '3', '60', '2,000', ''])

  await page.setViewportSize({ width: 600, height: 900 })
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByText('No dependencies').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Bare' })).toBeVisible()
})

test('a spinner, an empty list and a failure each say so', async ({ page, server }) => {
  server.state.types = []
  const release = server.hold('GET /api/sync_task_types')
  await page.goto('/sync_task_types')
  await expect(page.getByRole('main').getByRole('status').first()).toBeVisible()
  release()
  await expect(page.getByText('No sync task types defined yet')).toBeVisible()
  await expect(page.getByText(/imported from a CSV file or created manually/)).toBeVisible()
  server.reply('GET /api/sync_task_types', { status: 418 })
  await page.reload()
  await expectToast(page, { text: 'Failed to fetch sync task types', kind: 'error', seconds: 3 })
})

test('a new type has the defaults and is sent with numbers', async ({ page, server }) => {
  await page.goto('/sync_task_types')
  const modal = await openAdd(page)
  for (const [label, value] of [
    ['Allowed Concurrent Tasks', '1'],
    ['Depends On', 'None'],
    ['Queue Delay (seconds)', '0'],
    ['Max Retries', '3'],
    ['Retry Delay (seconds)', '60'],
    ['Chunk Size', '2000'],
  ] as const)
    await expect(field(modal, label), label).toHaveValue(value)
  await field(modal, 'Type Name').fill('Weekly')
  await field(modal, 'Max Retries').fill('0')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, { text: 'Task type created successfully', kind: 'success', seconds: 3 })
  await expect(modal).toHaveCount(0)
  expect(server.requireBody('POST /api/sync_task_types')).toEqual({
    name: 'Weekly',
    allowed_concurrent_tasks: 1,
    depends_on_id: null,
    queue_delay_seconds: 0,
    max_retries: 0,
    retry_delay_seconds: 60,
    chunk_size: 2000,
  })
  await expect(row(page, 'Weekly')).toBeVisible()
})

test('Save is disabled while a value is wrong, and the message says why', async ({ page, server }) => {
  server.state.types = [type(1), type(2, { depends_on_id: 1 }), type(3, { depends_on_id: 2 })]
  await page.goto('/sync_task_types')
  await page.getByRole('button', { name: 'Edit Type 1' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
  const save = modal.getByRole('button', { name: 'Save' })
  const expectProblem = async (text: string) => {
    await expect(modal.getByText(text)).toBeVisible()
    await expect(save).toBeDisabled()
  }
  await field(modal, 'Type Name').fill('')
  await expectProblem('Name is required')
  await field(modal, 'Type Name').fill('Type 1')
  await field(modal, 'Allowed Concurrent Tasks').fill('0')
  await expectProblem('Allowed concurrent tasks must be at least 1')
  await field(modal, 'Allowed Concurrent Tasks').fill('2')
  for (const [label, tooSmall] of [
    ['Queue Delay (seconds)', '-1'],
    ['Max Retries', '-1'],
    ['Retry Delay (seconds)', '-1'],
    ['Chunk Size', '0'],
  ] as const) {
    const value = await field(modal, label).inputValue()
    await field(modal, label).fill(tooSmall)
    await expect(save, label).toBeDisabled()
    await field(modal, label).fill(value)
    await expect(save, label).toBeEnabled()
  }
  await field(modal, 'Depends On').click()
  await expect(page.getByRole('option')).toHaveText(['None', 'Type 2', 'Type 3'])
  await page.getByRole('option', { name: 'Type 3' }).click()
  await expectProblem('Circular dependency detected. Please select a different dependency.')
  expect(server.received('PUT /api/sync_task_types/:id')).toHaveLength(0)
})

test('editing sends the type and reports updated tasks, if the server does', async ({ page, server }) => {
  await page.goto('/sync_task_types')
  for (const [reply, info] of [
    [{ status: 200 }, null],
    [{ status: 204 }, null],
    [{ json: { updated_tasks_count: 0 } }, null],
    [{ json: { updated_tasks_count: 3 } }, '3 sync tasks were updated with new chunk size'],
  ] as const) {
    server.reply('PUT /api/sync_task_types/:id', reply)
    await page.getByRole('button', { name: 'Edit Type 1' }).click()
    const modal = page.getByRole('dialog', { name: 'Edit Sync Task Type' })
    await field(modal, 'Chunk Size').fill('900')
    await modal.getByRole('button', { name: 'Save' }).click()
    const success = toast(page, 'Task type updated successfully')
    await expect(success).toBeVisible()
    if (info) await expectToast(page, { text: info, kind: 'info', seconds: 3 })
    else await expect(toast(page, /sync tasks were updated/)).toHaveCount(0)
    await dismissToast(page, 'Task type updated successfully')
    await expect(modal).toHaveCount(0)
  }
  const [request] = server.received('PUT /api/sync_task_types/:id')
  expect(request?.ids).toEqual([1])
  expect(request?.body).toMatchObject({ name: 'Type 1', chunk_size: 900, depends_on_id: null })
})

test('a failed save shows the message in the modal, else a toast', async ({ page, server }) => {
  await page.goto('/sync_task_types')
  const modal = await openAdd(page)
  await field(modal, 'Type Name').fill('Weekly')
  for (const json of [{ message: 'The name is taken.' }, { error: 'The name is bad.' }]) {
    server.reply('POST /api/sync_task_types', { status: 400, json })
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(modal.getByText(Object.values(json)[0] ?? '')).toBeVisible()
    await expect(toast(page, 'Failed to save sync task type')).toHaveCount(0)
  }
  for (const failure of [{ status: 500 }, 'hang up' as const]) {
    server.reply('POST /api/sync_task_types', failure)
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(modal.getByText('An unexpected error occurred')).toBeVisible()
    await expectToast(page, { text: 'Failed to save sync task type', kind: 'error' })
  }
})

test('deleting asks by name, warns of what uses the type, and is then blocked', async ({ page, server }) => {
  server.state.types = [
    type(1),
    type(2, { tasks_count: 4, dependent_types_count: 0 }),
    type(3, { dependent_types_count: 2 }),
  ]
  await page.goto('/sync_task_types')
  const modal = page.getByRole('dialog', { name: 'Confirm Deletion' })
  const confirm = modal.getByRole('button', { name: 'Delete' })
  for (const [name, warning] of [
    ['Type 2', 'This type has 4 tasks associated with it.'],
    ['Type 3', 'Other task types depend on this one (2 dependent types).'],
  ] as const) {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expect(modal).toContainText(`Are you sure you want to delete the task type "${name}"?`)
    await expect(modal).toContainText(warning)
    await expect(confirm).toBeDisabled()
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await expect(modal).toHaveCount(0)
  }
  for (const [reply, text, kind] of [
    [{ status: 400, json: { message: 'It is in use.' } }, 'It is in use.', 'error'],
    [{ status: 400 }, 'Cannot delete this type', 'error'],
    [{ status: 500, json: { message: 'Hidden.' } }, 'Failed to delete sync task type', 'error'],
    [{ status: 200 }, 'Task type deleted successfully', 'success'],
  ] as const) {
    server.reply('DELETE /api/sync_task_types/:id', reply)
    await page.getByRole('button', { name: 'Delete Type 1' }).click()
    await confirm.click()
    await expectToast(page, { text, kind, seconds: 3 })
    await expect(modal).toHaveCount(0)
  }
})

test('dragging a row saves the new order of ids', async ({ page, server }) => {
  server.state.types = [type(1), type(2), type(3)]
  await page.goto('/sync_task_types')
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.clock.install()
  await moveDown(page, 'Type 1')
  await expectToast(page, { text: /^Order updated/, kind: 'success' })
  expect(server.requireBody('PATCH /api/sync_task_types/order')).toEqual({ order: [2, 1, 3] })
  await expect(page.getByRole('row').nth(1)).toContainText('Type 2')
  server.reply('PATCH /api/sync_task_types/order', { status: 500 })
  await moveDown(page, 'Type 2')
  await expectToast(page, { text: 'Failed to update order', kind: 'error', seconds: 3 })
  await expect(page.getByRole('row').nth(1)).toContainText('Type 2')
})

async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Type' }).click()
  return page.getByRole('dialog', { name: 'Add Sync Task Type' })
}

function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('button', { name: `Edit ${name}`, exact: true }) })
}

function field(modal: Locator, label: string): Locator {
  return modal
    .getByRole('textbox', { name: label })
    .or(modal.getByRole('combobox', { name: label }))
    .first()
}

/** By keyboard, which moves a row by exactly one place. No timer fires between two keys, as on a busy page. */
async function moveDown(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Reorder ${name}` }).focus()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await page.clock.resume()
}
