import { expect, type Page } from '@playwright/test'
import { findSampleTask } from './support/create-task.ts'
import { connectProvider } from './support/provider.ts'
import { test } from './support/signed-in.ts'

test('a spreadsheet opens from its link, and changes to its cells and tabs persist', async ({ page, client }) => {
  const task = await findSampleTask(client, { type: 'Archive', name: 'Income and Health' })
  await page.goto(`/sync_tasks/${task.id}`)
  const opened = page.waitForEvent('popup')
  await linkTo(page, task.target_ss_id).click()
  const provider = await opened
  await expect(provider.getByRole('heading', { name: 'Archive' })).toBeAttached()

  await addTab(provider, 'Notes')
  await expect(provider.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-selected', 'true')
  await cellAt(provider, 'B2').dblclick()
  await provider.getByRole('textbox', { name: 'Content of B2', exact: true }).fill('Ärger')
  await provider.keyboard.press('Enter')
  await expect(cellAt(provider, 'B2')).toHaveText('Ärger')
  await provider.keyboard.type('1.5')
  await provider.keyboard.press('Tab')
  await expect(cellAt(provider, 'B3')).toHaveText('1.5')
  await expect(cellAt(provider, 'B3')).toHaveAttribute('data-kind', 'number')
  await expect(cellAt(provider, 'C3')).toHaveAttribute('aria-selected', 'true')
  await provider.keyboard.type('gone')
  await provider.keyboard.press('Escape')
  await expect(cellAt(provider, 'C3')).toHaveText('')

  await provider.getByRole('button', { name: 'Hide row 3' }).click()
  await expect(provider.getByRole('row', { name: '1.5' })).toHaveAttribute('data-hidden', 'true')
  await provider.getByRole('button', { name: 'Show row 3' }).click()
  await expect(provider.getByRole('button', { name: 'Hide row 3' })).toBeVisible()

  await provider.getByRole('button', { name: 'Rename tab' }).click()
  await nameDialog(provider, { name: 'Rename tab', value: 'Kept notes', confirm: 'Rename' })
  await expect(provider.getByRole('tab', { name: 'Kept notes' })).toBeVisible()
  await provider.getByRole('textbox', { name: 'Go to cell' }).fill('Z9999')
  await provider.keyboard.press('Enter')
  await expect(provider.getByRole('alert')).toContainText('“Z9999” is not a cell in this tab')

  await provider.reload()
  await provider.getByRole('tab', { name: 'Kept notes' }).click()
  await expect(cellAt(provider, 'B2')).toHaveText('Ärger')
  await expect(cellAt(provider, 'B3')).toHaveText('1.5')
  await provider.getByRole('tab', { name: 'Kept notes' }).press('ArrowLeft')
  await expect(provider.getByRole('tab', { name: 'Kept notes' })).toHaveAttribute('aria-selected', 'false')
  await provider.getByRole('tab', { name: 'Read me' }).click()
  await expect(provider.getByRole('tab', { name: 'Read me' })).toHaveAttribute('aria-selected', 'true')

  await provider.route('**/v4/**', (call) => (call.request().method() === 'PUT' ? call.abort() : call.fallback()))
  await cellAt(provider, 'A1').dblclick()
  await provider.getByRole('textbox', { name: 'Content of A1', exact: true }).fill('never')
  await provider.keyboard.press('Enter')
  await expect(provider.getByRole('alert')).toContainText('Could not change A1')
  await expect(cellAt(provider, 'A1')).toContainText('Tasks of the type Archive')
})

test('a spreadsheet can be renamed, and a tab name can be used only once', async ({ page, client }) => {
  const task = await findSampleTask(client, { type: 'Regional', name: 'Languages' })
  await page.goto(`/sync_tasks/${task.id}`)
  await page.goto(`${await linkTo(page, task.target_ss_id).getAttribute('href')}`)
  const title = page.getByRole('textbox', { name: 'Spreadsheet name' })
  await title.fill('Regions')
  await title.press('Enter')
  await expect(page.getByRole('heading', { name: 'Regions' })).toBeAttached()
  await addTab(page, 'Weather')
  await expect(page.getByRole('alert')).toContainText('Weather')
  await page.getByRole('link', { name: 'All spreadsheets' }).click()
  await expect(page.getByRole('link', { name: 'Regions' })).toBeVisible()
})

test('a CSV file becomes a spreadsheet, with or without converted values', async ({ page, client }) => {
  const task = await findSampleTask(client, { type: 'Masters', name: 'Countries' })
  await page.goto(`/sync_tasks/${task.id}`)
  const list = new URL('/', `${await linkTo(page, task.target_ss_id).getAttribute('href')}`).href
  for (const { convertsValues, shown } of [
    { convertsValues: true, shown: '1067' },
    { convertsValues: false, shown: '01067' },
  ]) {
    await page.goto(list)
    await page.getByRole('button', { name: 'Upload a CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload a CSV as a new spreadsheet' })
    await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled()
    const rows = ['zip,town', '01067,Dresden', '20095,"Hamburg, Mitte"']
    const file = { name: 'Postcodes.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    await dialog.getByLabel('File (UTF-8)').setInputFiles(file)
    await dialog.getByRole('checkbox').setChecked(convertsValues)
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('heading', { name: 'Postcodes' })).toBeAttached()
    await expect(cellAt(page, 'A2')).toHaveText(shown)
    await expect(cellAt(page, 'B3')).toHaveText('Hamburg, Mitte')
  }
})

test('a formula shows its result and opens as itself, and errors and merges say what they are', async ({
  page,
  client,
}) => {
  const provider = await connectProvider(client)
  const spreadsheetId = await provider.createSpreadsheet('Formulas')
  const range = { startRowIndex: 0, endRowIndex: 1, startColumnIndex: 2, endColumnIndex: 4 }
  await provider.change(spreadsheetId, [{ mergeCells: { range, mergeType: 'MERGE_ALL' } }])
  await page.goto(provider.formatPageUrl(spreadsheetId))
  await cellAt(page, 'A1').click()
  await page.keyboard.type('=2*3')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 'A1')).toHaveText('6')
  await page.keyboard.type('=1/0')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 'A2')).toHaveText('#DIV/0!')
  await expect(cellAt(page, 'A2')).toHaveAttribute('title', 'Function DIVIDE parameter 2 cannot be zero.')
  await page.keyboard.type('=A1+1')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 'A3')).toHaveText('#ERROR!')
  await cellAt(page, 'A3').click()
  await expect(page.getByText('The built-in spreadsheets do not compute this formula.')).toBeVisible()
  await page.keyboard.press('Control+Home')
  await expect(page.getByRole('textbox', { name: 'Full content of A1' })).toHaveValue('=2*3')
  await cellAt(page, 'D1').click()
  await expect(cellAt(page, 'D1')).toHaveAttribute('title', 'Merged into C1')
  await page.keyboard.type('lost')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('D1 is merged into C1, so its text is not kept.')
  await expect(cellAt(page, 'D1')).toHaveText('')
})

test('the last row of a very long tab can be reached', async ({ page, client }) => {
  const provider = await connectProvider(client)
  const size = { rowCount: 1_300_000, columnCount: 2 }
  const spreadsheetId = await provider.createSpreadsheet('Long', [{ title: 'Long', size }])
  await page.goto(provider.formatPageUrl(spreadsheetId))
  await cellAt(page, 'A1').click()
  await page.keyboard.press('Control+End')
  await expect(cellAt(page, 'B1300000')).toBeInViewport()
  await page.keyboard.type('the end')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 'B1300000')).toHaveText('the end')
  const parts = page.getByRole('combobox', { name: 'Row range' })
  await expect(parts).toHaveValue('1000000')
  await parts.selectOption('Rows 500,001 to 1,000,000')
  await expect(cellAt(page, 'B500001')).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await expect(cellAt(page, 'B500000')).toBeInViewport()
  await page.getByRole('button', { name: 'Go to row 500,001' }).click()
  await expect(cellAt(page, 'B500001')).toBeInViewport()
})

function linkTo(page: Page, spreadsheetId: string) {
  return page.getByRole('article').locator(`a[href*="/spreadsheets/d/${spreadsheetId}"]`)
}

function cellAt(page: Page, name: string) {
  const [, column = 'A', row = '1'] = /^([A-Z])(\d+)$/.exec(name) ?? []
  return page.locator(`#cell-${Number(row) - 1}-${column.charCodeAt(0) - 'A'.charCodeAt(0)}`)
}

async function addTab(page: Page, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Add tab' }).click()
  await nameDialog(page, { name: 'Add tab', value, confirm: 'Add' })
}

async function nameDialog(page: Page, { name, value, confirm }: { name: string; value: string; confirm: string }) {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('textbox').fill(value)
  await dialog.getByRole('button', { name: confirm }).click()
  await expect(dialog).toBeHidden()
}
