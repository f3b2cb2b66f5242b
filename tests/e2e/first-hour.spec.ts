import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { countClicks } from './support/count-clicks.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { connectProvider } from './support/provider.ts'
import { test as base } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

/** A journey with the type of a new installation. The data folder of tests lacks it. */
const test = base.extend<{ hasDefaultType: undefined }>({
  hasDefaultType: [
    async ({ client }, use) => {
      const types = await client.call(api.taskTypes.list, {})
      if (types.length === 0) await createType(client, { name: 'Default' })
      await use(undefined)
    },
    { auto: true },
  ],
})

// An installation of its own, without spreadsheets.
test.use({ settings: { SAMPLES: 'none', SCHEDULE_TIMEZONE: 'Europe/Lisbon' } })

test('an empty installation offers a first spreadsheet, and has a type', async ({ page, client }) => {
  await page.goto('/sync_tasks')
  const { addTask, dialog } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  const source = form.getByLabel('Source spreadsheet ID')
  const options = page.getByRole('listbox', { name: 'Choose the source spreadsheet' }).getByRole('option')
  await expect(form.getByRole('combobox', { name: 'Task type' })).toHaveValue('Default')
  await source.click()
  await expect(options).toHaveText(['Connect Google', 'Create a sample spreadsheet'])
  await expectAccessible(page, 'a list without spreadsheets')
  await options.filter({ hasText: 'sample' }).click()
  await expect(form.getByText('Sample – Countries', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Source sheet name')).toBeFocused()
  await expect(page.getByRole('option', { name: 'Countries' })).toBeVisible()
  const { files } = await client.call(api.spreadsheets.search, { query: { search: 'sample' } })
  expect(files).toMatchObject([{ id: await source.inputValue(), title: 'Sample – Countries' }])
})

test('a link of Google leads to where it is connected', async ({ page }) => {
  await page.goto('/sync_tasks')
  const { addTask, dialog } = taskListOn(page)
  await addTask.click()
  const form = dialog('Add Sync Task')
  await form
    .getByLabel('Source spreadsheet ID')
    .fill('https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit#gid=0')
  const from = form.getByRole('group', { name: 'From' })
  await expect(
    from.getByText('This is a Google spreadsheet, and Nano Sync is not connected to Google yet.'),
  ).toBeVisible()
  await expect(from.getByRole('link', { name: 'Connect Google' })).toHaveAttribute('href', '/settings/google')
})

test('a copy is five presses away from two links', async ({ page, client }) => {
  const provider = await connectProvider(client)
  const source = await provider.createSpreadsheet('Branch', [{ title: 'Data', rows: [['id'], [1]] }])
  const target = await provider.createSpreadsheet('Overview')
  const readClicks = await countClicks(page)
  await page.goto('/sync_tasks')
  const { addTask, dialog, cards } = taskListOn(page)
  const form = dialog('Add Sync Task')
  await addTask.click()
  await expect(form.getByLabel('Source spreadsheet ID')).toBeFocused()
  await page.keyboard.insertText(provider.formatPageUrl(source))
  await form.getByLabel('Target spreadsheet ID').click()
  await page.keyboard.insertText(provider.formatPageUrl(target))
  await expect(form.getByText('1 row to Overview › Sheet1')).toBeVisible()
  await form.getByRole('button', { name: 'Add Task' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Run' }).click()
  await expect(cards.filter({ hasText: 'Overview' })).toHaveAttribute('data-status', 'Success')
  expect(await readClicks()).toBe(4)
})

test('a duplicate asks for its target alone', async ({ page, client }) => {
  const provider = await connectProvider(client)
  const type = await createType(client, { name: 'Copies' })
  await createRunnableTask({ client, provider }, { type, name: 'model' })
  const target = await provider.createSpreadsheet('Another target')
  const readClicks = await countClicks(page)
  await page.goto('/sync_tasks')
  const { card, dialog } = taskListOn(page)
  await card('model').getByRole('button', { name: 'Duplicate model' }).click()
  const form = dialog('Add Sync Task')
  await expect(form.getByLabel('Target spreadsheet ID')).toBeFocused()
  await page.keyboard.insertText(provider.formatPageUrl(target))
  await expect(form.getByText('2 rows to Another target › Sheet1')).toBeVisible()
  await form.getByRole('button', { name: 'Add Task' }).click()
  await expect(card('Data')).toHaveCount(1)
  expect(await readClicks()).toBe(2)
})

test('forty sources are one visit to the picker', async ({ page, client }) => {
  const provider = await connectProvider(client)
  const ids: string[] = []
  for (let number = 1; number <= 40; number += 1) {
    const rows = [['id'], [number]]
    ids.push(await provider.createSpreadsheet(`Store ${String(number).padStart(2, '0')}`, [{ title: 'Data', rows }]))
  }
  const [first = '', second = '', third = ''] = ids
  const target = await provider.createSpreadsheet('All stores')
  const folder = await provider.createFolder('Store archive', [await provider.createSpreadsheet('Old')])
  const readClicks = await countClicks(page)
  await page.goto('/sync_tasks')
  const { addTask, dialog } = taskListOn(page)
  const form = dialog('Add Sync Task')
  await addTask.click()
  await expect(form.getByLabel('Source spreadsheet ID')).toBeFocused()
  await page.keyboard.insertText(provider.formatPageUrl(first))
  await form.getByLabel('Target spreadsheet ID').click()
  await page.keyboard.insertText(provider.formatPageUrl(target))
  await form.getByRole('button', { name: 'More sources' }).click()
  await form.getByRole('button', { name: 'Choose spreadsheets' }).click()
  const list = page.getByRole('listbox', { name: 'Choose spreadsheets and folders' })
  const search = page.getByRole('combobox', { name: 'Search spreadsheets' })
  await expect(search).toBeFocused()
  await page.keyboard.type('store')
  await expect(list.getByRole('option')).toHaveCount(42)
  await list.getByRole('option', { name: 'Store 02' }).click()
  await expect(list.getByRole('option', { name: 'Store 02' })).toHaveAttribute('aria-checked', 'true')
  await expectAccessible(page, 'a list of sources')
  await page.getByRole('button', { name: 'Choose all 40 shown' }).click()
  for (const name of ['Store 01', 'All stores']) await list.getByRole('option', { name }).click()
  await expect(page.getByText('39 sources chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(form.getByText(/rows to All stores › Sheet1$/)).toBeVisible()
  const chips = form.getByRole('button', { name: /^Remove Store/ })
  await expect(chips).toHaveCount(39)
  expect(await readClicks()).toBeLessThanOrEqual(42)

  await form.getByRole('button', { name: 'Remove Store 02' }).click()
  await expect(chips).toHaveCount(38)
  await form.getByRole('button', { name: 'Choose spreadsheets' }).click()
  await expect(search).toBeFocused()
  await page.keyboard.type('archive')
  await list.getByRole('option', { name: 'All in the folder Store archive' }).click()
  await page.keyboard.press('Escape')
  await expect(form.getByRole('button', { name: 'Remove Store archive' })).toBeVisible()
  await form.getByRole('button', { name: 'Edit as text: further sources' }).click()
  const text = await form.getByRole('textbox', { name: 'Further sources' }).inputValue()
  expect(text.split('\n')).toHaveLength(39)
  expect(text).toContain(third)
  expect(text).not.toContain(second)
  expect(text).toContain(`https://drive.google.com/drive/folders/${folder}`)
  await form.getByRole('button', { name: 'More sources' }).click()
  await expect(form.getByText('More sources: 39', { exact: true })).toBeVisible()
})
