import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible, expectDialogAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

const NAMES = ['vault', 'ledger', 'stock']

test('tasks held for one cause are decided in one table, together or one by one', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Guarded' })
  for (const name of NAMES) {
    const { id } = await createRunnableTask({ client, provider }, { type, name, rows: [['id']] })
    await runToEnd(client, id)
  }
  await page.goto('/sync_tasks')
  const { card, statusFilter } = taskListOn(page)
  await statusFilter.selectOption('Held')
  await page.getByRole('link', { name: 'Decide about all held tasks' }).click()
  const group = page.getByRole('region', { name: 'Source empty' })
  await expect(group.getByRole('row')).toHaveCount(NAMES.length + 1)
  await expect(group.getByRole('row', { name: /vault/ })).toContainText('The source has no data rows.')
  await expectAccessible(page, 'held tasks')

  await group.getByRole('button', { name: 'Copy anyway: vault' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy anyway' })
  await expect(dialog).toContainText('If a run finds more')
  await expectDialogAccessible(page, 'Copy anyway')
  await dialog.getByRole('button', { name: 'Copy anyway' }).click()
  await expect(group.getByRole('row')).toHaveCount(NAMES.length)

  await group.getByRole('button', { name: 'Copy all 2 anyway' }).click()
  await dialog.getByRole('button', { name: 'Copy all 2 anyway' }).click()
  await expect(page.getByText('No task is held.')).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: false }).first().click()
  for (const name of NAMES) await expect(card(name)).toHaveAttribute('data-status', 'Success')
})

test('the page of a held run says why, and what was accepted for the run that copied', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Guarded' })
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: [['id']] })
  const { recent_runs } = await runToEnd(client, id)
  await page.goto(`/sync_tasks/${id}`)
  await expect(page.getByRole('region', { name: 'Held' })).toContainText('The source has no data rows.')
  await page.goto(`/sync_tasks/${id}/runs/${recent_runs[0]?.id}`)
  const section = page.getByRole('region', { name: 'Held' })
  await section.getByRole('button', { name: 'Copy anyway: vault' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy anyway' }).click()
  await expect(section).toContainText('accepted by')
  await expect(section.getByRole('button')).toHaveCount(0)
})

test('the facts of a hold are listed, and the rules of the type can allow them from now on', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Guarded' })
  const { id } = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: [['id']] })
  const { recent_runs } = await runToEnd(client, id)
  const columns = { missing: [], moved: ['Price'], added: [], before: ['Name', 'Price'], after: ['Price', 'Name'] }
  const cells = [{ row: 7, column: 2, before: 'Rent', after: '' }]
  const reasons = { reason: 'The columns changed.', fix: null }
  const rules = [
    { cause: 'columns_changed', ...reasons, facts: columns },
    { cause: 'column_emptied', reason: 'A column lost values.', fix: null, facts: { percent: 81.2, cells } },
  ]
  await page.route(`**/api/sync_tasks/${id}/runs/*`, async (request) => {
    const response = await request.fetch()
    const run = await response.json()
    await request.fulfill({ response, json: { ...run, hold: { ...run.hold, rules } } })
  })
  await page.goto(`/sync_tasks/${id}/runs/${recent_runs[0]?.id}`)
  const section = page.getByRole('region', { name: 'Held' })
  await expect(section).toContainText('Columns now: Price, Name')
  await expect(section).toContainText('B7: Rent, now empty')
  await expectAccessible(page, 'facts of a hold')
  await section.getByRole('button', { name: 'Always allow this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Always allow this' })
  await expect(dialog).toContainText('the type "Guarded", and so of 1 task.')
  await dialog.getByRole('button', { name: 'Always allow this' }).click()
  await expect(dialog).toHaveCount(0)
  const changed = (await client.call(api.taskTypes.list)).find(({ id: typeId }) => typeId === type.id)
  expect(changed).toMatchObject({ on_column_change: 'follow', hold_loss_percent: 82 })
})

test('what a preview and the table of held tasks list can be allowed from then on, and that is in Activity', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Guarded' })
  const rows = (count: number) => [['id', 'name'], ...Array.from({ length: count }, (_, at) => [at, `row ${at}`])]
  const { id, source_ss_id } = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: rows(40) })
  await createRunnableTask({ client, provider }, { type, name: 'ledger', rows: rows(2) })
  await runToEnd(client, id)
  await provider.enter(source_ss_id, 'Data!A22', Array(20).fill(['', '']))
  await runToEnd(client, id)

  await page.goto('/sync_tasks?held=true')
  const allow = page.getByRole('button', { name: 'Always allow this: vault' })
  await expectAccessible(page, 'held tasks that a type can allow')
  await allow.click()
  const dialog = page.getByRole('dialog', { name: 'Always allow this' })
  await expect(dialog).toContainText('the type "Guarded", and so of 2 tasks. Up to 50 %')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'See what would be lost: vault' }).click()
  await page.getByRole('button', { name: 'Always allow this', exact: true }).click()
  await expect(dialog).toContainText('and so of 2 tasks. Up to 50 %')
  await dialog.getByRole('button', { name: 'Always allow this' }).click()
  await expect(dialog).toHaveCount(0)
  const { entries } = await client.call(api.activity.list, { query: {} })
  expect(entries.flatMap(({ changes }) => changes)).toContainEqual({
    field: 'hold_loss_percent',
    before: '30',
    after: '50',
  })
  expect(await runToEnd(client, id)).toMatchObject({ task_status: 'Success' })
})

test.describe('a task held for remarks beside its rows', () => {
  const rows = ['K-3', 'K-1', 'K-9', 'K-4', 'K-7', 'K-2'].map((order) => [order, `name ${order}`])
  const held = test.extend<{ task: Task }>({
    task: async ({ client, provider }, use) => {
      const type = await createType(client, { name: 'Guarded' })
      const header = ['order', 'name']
      const task = await createRunnableTask({ client, provider }, { type, name: 'vault', rows: [header, ...rows] })
      await runToEnd(client, task.id)
      await provider.enter(task.target_ss_id, 'vault!C4', [['call back']])
      await provider.enter(task.source_ss_id, 'Data!A3', [['K-5', 'name K-5'], ...rows.slice(1)])
      await runToEnd(client, task.id)
      await use(task)
    },
  })

  held('leaves them in their place from now on once somebody says so, and runs', async ({ page, client, task }) => {
    await page.goto('/sync_tasks?held=true')
    const row = page.getByRole('row', { name: /vault/ })
    await expect(row).toContainText(
      "1 remark would end up beside another row. For example C4 'call back' belongs to order K-9, which moves to row 5.",
    )
    await expectAccessible(page, 'remarks of a held task')
    await row.getByRole('button', { name: 'Leave them: vault' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave remarks in their place' })
    await expectDialogAccessible(page, 'Leave remarks in their place')
    await dialog.getByRole('button', { name: 'Leave them' }).click()
    await expect(page.getByText('No task is held.')).toBeVisible()
    expect(await client.call(api.tasks.get, { params: { id: task.id } })).toMatchObject({ beside: 'leave' })
    await page.goto(`/sync_tasks/${task.id}?tab=set_up`)
    await expect(page.getByText('Beside: leave')).toBeVisible()
    await page.goto('/sync_tasks')
    await expect(taskListOn(page).card('vault')).toContainText('RemarksStay')
  })

  held('moves them along from now on once somebody says so, and runs', async ({ page, client, provider, task }) => {
    await page.goto('/sync_tasks?held=true')
    await page.getByRole('button', { name: 'Move them along: vault' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move remarks along with their rows' })
    await expectDialogAccessible(page, 'Move remarks along with their rows')
    await dialog.getByRole('button', { name: 'Move them along' }).click()
    await expect(page.getByText('No task is held.')).toBeVisible()
    expect(await client.call(api.tasks.get, { params: { id: task.id } })).toMatchObject({ beside: 'carry' })
    expect((await provider.entered(task.target_ss_id, 'vault!A5:C5'))[0]).toEqual(['K-9', 'name K-9', 'call back'])
    await page.goto('/sync_tasks')
    await expect(taskListOn(page).card('vault')).toContainText('RemarksMove along')
  })

  held('finds its rows by the column that identifies them, and shows a preview', async ({ page, client, task }) => {
    await page.goto('/sync_tasks?held=true')
    await page.getByRole('button', { name: 'Find rows by key: vault' }).click()
    const dialog = page.getByRole('dialog', { name: 'Find rows by key' })
    await expect(dialog).toContainText('by order, and')
    await dialog.getByRole('button', { name: 'Find rows by key' }).click()
    await expect(page).toHaveURL(/preview/)
    expect(await client.call(api.tasks.get, { params: { id: task.id } })).toMatchObject({
      mode: 'update',
      key_columns: 'order',
    })
    await expect(page.getByRole('region', { name: 'What a run would change' })).toContainText('Rows added1')
  })
})
