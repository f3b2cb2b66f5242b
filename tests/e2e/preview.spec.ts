import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { taskListOn } from './support/task-list.ts'

test('a preview from the card shows the cells, and Run now makes exactly these changes', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Fruit' })
  const rows = [
    ['Name', 'Amount'],
    ['apple', 1],
    ['berry', 2],
  ]
  const task = await createRunnableTask({ client, provider }, { type, name: 'Prices', rows, start_row: 2 })
  await page.goto('/sync_tasks')
  await taskListOn(page).card('Prices').getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: /^Prices \(.+\) · Preview$/ })).toBeVisible()
  await expect(page.getByText('Nothing was written.')).toBeVisible()
  const cells = page.getByRole('grid', { name: 'Changed cells' })
  await expect(cells.getByRole('row')).toHaveText([
    'RowColumnChangeNowAfter the run',
    '2A · NameFilledapple',
    '2B · AmountFilled1',
    '3A · NameFilledberry',
    '3B · AmountFilled2',
  ])
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: 'B · Amount' }).click()
  await expect(cells.getByRole('row')).toHaveCount(3)
  await expectAccessible(page, 'preview')
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page).toHaveURL(`/sync_tasks/${task.id}`)
  await expect(page.getByRole('list', { name: 'History' })).toContainText(
    'Source and target are as in the preview: 4 cells to change.',
  )
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Nothing to change.')).toBeVisible()
})

test('a preview of a group or a selection is one table, the most surprising task first', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Stock' })
  const names = Array.from({ length: 24 }, (_, at) => `crate ${at + 1}`)
  const tasks = [{ name: 'empties', rows: [['id']], start_row: 2 }, ...names.map((name) => ({ name }))]
  for (const task of tasks) await createRunnableTask({ client, provider }, { type, ...task })
  await page.goto('/sync_tasks')
  await page.getByRole('button', { name: 'Preview Group Stock' }).click()
  const table = page.getByRole('region', { name: 'Previewed tasks' })
  await expect(page.getByRole('heading', { name: 'Preview of 25 tasks' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run 25 tasks now' })).toBeEnabled()
  const listed = table.getByRole('rowheader')
  await expect(listed).toHaveCount(25)
  await expect(listed.first()).toHaveText(/^empties/)
  await expect(table.getByRole('row', { name: /empties/ })).toContainText('Would be held: The source has no data rows.')
  await table.getByRole('link', { name: 'crate 7', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^crate 7 \(.+\) · Preview$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(table).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sync Tasks' }).click()
  for (const name of ['empties', 'crate 1']) await taskListOn(page).card(name).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Preview of 2 tasks' })).toBeVisible()
  await expectAccessible(page, 'preview of several tasks')
})

test('a preview can be canceled', async ({ page, client, provider }) => {
  const type = await createType(client, { name: 'Slow' })
  const task = await createRunnableTask({ client, provider }, { type, name: 'molasses' })
  await provider.delayReplies(task.source_ss_id)
  await page.goto(`/sync_tasks/${task.id}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The preview was canceled.')).toBeVisible()
  const { tasks } = await client.call(api.previews.get, { params: { id: Number(page.url().split('/').at(-1)) } })
  expect(tasks.map(({ status }) => status)).toEqual(['canceled'])
})
