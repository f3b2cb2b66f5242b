import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'

test('the map shows what fills a file and what depends on it, by keyboard too, and a chain that runs in one go', async ({
  page,
  client,
  provider,
}) => {
  const type = await createType(client, { name: 'Chain' })
  const rows = [['id'], [1], [2]]
  const [prices, ledger, board] = [
    await provider.createSpreadsheet('Prices', [{ title: 'Data', rows }]),
    await provider.createSpreadsheet('Ledger', [{ title: 'Data' }]),
    await provider.createSpreadsheet('Board', [{ title: 'Data' }]),
  ]
  const sheets = { source_sheet_name: 'Data', target_sheet_name: 'Data' }
  const fill = await createTask(client, { type, name: 'Fill', source_ss_id: prices, target_ss_id: ledger, ...sheets })
  const report = await createTask(client, {
    type,
    name: 'Report',
    source_ss_id: ledger,
    target_ss_id: board,
    ...sheets,
  })
  const toParams = (id: number) => ({ params: { id } })

  await page.goto(`/sync_tasks/${report.id}?tab=set_up`)
  await page.getByRole('button', { name: 'Edit settings' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Sync Task' })
  await form.getByLabel('Starts').selectOption('Several of these, or on some days')
  await form.getByLabel('When its source was copied').selectOption('Run this task')
  await form.getByRole('button', { name: /^Save/ }).click()
  await expect(form).toBeHidden()
  expect(await client.call(api.tasks.get, toParams(report.id))).toMatchObject({ after_source: true })

  await page.goto('/sync_tasks')
  await page.getByRole('navigation', { name: 'Sync Tasks' }).getByRole('link', { name: 'Map' }).click()
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files.getByRole('listitem')).toHaveCount(3)
  await client.call(api.tasks.execute, { ...toParams(fill.id), body: {} })
  // The titles of the files are read as they are copied.
  const item = files.getByRole('button', { name: /^Ledger/ })
  await expect(item).toContainText('1 tab · filled by 1 task · feeds 1 task')
  await expect(files.getByRole('button', { name: /^Board/ })).toBeVisible()
  await expect(page.locator('.react-flow__node').filter({ hasText: 'Board' })).toBeVisible()
  await expect(page.locator('.react-flow__edge')).toHaveCount(2)
  await expectAccessible(page, 'map')

  const search = page.getByRole('textbox', { name: 'Search files, tabs and tasks' })
  await search.fill('report ledger')
  await expect(files.getByRole('listitem')).toHaveCount(1)
  await page.getByText('Chains (1)').click()
  const chain = page.getByRole('list', { name: 'Chains' }).getByRole('button')
  await expect(chain).toHaveText(/Prices › Ledger › Board.*2 steps, as of (just now|.* ago)/)
  await page.getByText('Files (1)').click()

  await item.focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Ledger' })
  await expect(details.getByRole('heading', { name: 'Ledger' })).toBeFocused()
  await expect(details.getByRole('list', { name: 'Filled by' })).toContainText(
    /Fill \(Chain\).*From Prices: Data to Data/,
  )
  const feeds = details.getByRole('list', { name: 'Feeds' })
  await expect(feeds).toContainText(/Success · verified (just now|.* ago) · runs when its source was copied/)
  await expect(details.getByRole('list', { name: 'Chains' })).toContainText('In one go')
  await expect(details.getByText('2 tasks would stop, and these files would get no more data:')).toBeVisible()
  await expect(details.getByRole('list', { name: 'If it goes' })).toHaveText('Board')
  await expectAccessible(page, 'file on the map')
  await details.getByRole('button', { name: 'All files' }).press('Enter')
  await expect(item).toBeFocused()

  await page.locator('.react-flow__node').filter({ hasText: 'Prices' }).click()
  await expect(page.getByRole('region', { name: 'Prices' })).toContainText('No task. People or forms fill it.')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.react-flow')).toHaveCount(0)
  await page.getByRole('button', { name: 'All files' }).click()
  await expect(files).toBeVisible()
})
