import { expect, test } from 'vitest'
import { type BatchRequests, batchUpdate, readRange, writeTable } from '../../tests/spreadsheet-calls.ts'
import { errorOf, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

const formulas = [
  ['=SUM(B3:B5)', 'x'],
  [null, '=A2&C9'],
]

async function startWithFormulas(): Promise<TestEmulator> {
  const provider = await startTestEmulator()
  await batchUpdate(provider, [{ addSheet: { properties: { title: 'Sums', sheetId: 7 } } }])
  await writeTable(provider, 'Sheet1!D1', formulas, 'USER_ENTERED')
  await writeTable(provider, 'Sums!A1', [['=Sheet1!J20']], 'USER_ENTERED')
  return provider
}

const rows = (startIndex: number, endIndex: number, sheetId = 0) => ({
  range: { sheetId, dimension: 'ROWS', startIndex, endIndex },
})
const columns = (startIndex: number, endIndex: number) => ({
  range: { sheetId: 0, dimension: 'COLUMNS', startIndex, endIndex },
})
const box = (startRowIndex: number, startColumnIndex: number, [height, width] = [1, 1]) => ({
  ...{ sheetId: 0, startRowIndex, endRowIndex: startRowIndex + (height ?? 1) },
  ...{ startColumnIndex, endColumnIndex: startColumnIndex + (width ?? 1) },
})
const resize = (rowCount: number): BatchRequests[number] => ({
  updateSheetProperties: { properties: { gridProperties: { rowCount } }, fields: 'gridProperties.rowCount' },
})

const refused: [string, BatchRequests[number], string][] = [
  ['rows inserted into a range', { insertDimension: rows(3, 4) }, '=SUM(B3:B5) in Sheet1!D1'],
  ['rows inserted above a cell that another tab names', { insertDimension: rows(15, 16) }, '=Sheet1!J20 in Sums!A1'],
  ['a deleted row that a formula names', { deleteDimension: rows(8, 9) }, '=A2&C9 in Sheet1!E2'],
  ['a deleted column', { deleteDimension: columns(2, 3) }, '=A2&C9 in Sheet1!E2'],
  ['an inserted column', { insertDimension: columns(9, 10) }, '=Sheet1!J20 in Sums!A1'],
  ['a smaller grid', resize(10), '=Sheet1!J20 in Sums!A1'],
  [
    'a renamed tab',
    { updateSheetProperties: { properties: { title: 'New' }, fields: 'title' } },
    '=Sheet1!J20 in Sums',
  ],
  ['a deleted tab', { deleteSheet: { sheetId: 0 } }, '=Sheet1!J20 in Sums!A1'],
]

test.each(refused)('refuses %s, and names the formula', async (_what, request, place) => {
  await using provider = await startWithFormulas()
  const { status, message } = await errorOf(batchUpdate(provider, [request]))
  expect(status).toBe(400)
  expect(message).toContain('This provider does not adjust references in formulas')
  expect(message).toContain(place)
})

const copied: [string, BatchRequests[number]][] = [
  ['a copied formula', { copyPaste: { source: box(1, 4), destination: box(5, 4) } }],
  [
    'a formula copied by its formula',
    { copyPaste: { source: box(1, 4), destination: box(1, 5), pasteType: 'PASTE_FORMULA' } },
  ],
  ['a formula repeated by copying', { copyPaste: { source: box(1, 4), destination: box(1, 4, [3, 1]) } }],
  [
    'a repeated formula',
    {
      repeatCell: {
        range: box(10, 10, [2, 1]),
        cell: { userEnteredValue: { formulaValue: '=A2&C9' } },
        fields: 'userEnteredValue',
      },
    },
  ],
]

test.each(copied)('refuses %s that names cells by their distance', async (_what, request) => {
  await using provider = await startWithFormulas()
  expect((await errorOf(batchUpdate(provider, [request]))).message).toContain(
    'This provider does not adjust references in formulas, and a copy of =A2&C9 would have to name other cells.',
  )
})

test('refuses rows that an append would insert above a cell that a formula names', async () => {
  await using provider = await startWithFormulas()
  await writeTable(provider, 'Sheet1!J10', [[1]])
  const { spreadsheetId } = provider
  const append = { spreadsheetId, range: 'Sheet1!J10', valueInputOption: 'RAW', requestBody: { values: [[2]] } }
  const call = provider.values.append({ ...append, insertDataOption: 'INSERT_ROWS' })
  expect((await errorOf(call)).message).toContain('=Sheet1!J20 in Sums!A1')
  await provider.values.append(append)
})

test('does what changes no reference', async () => {
  await using provider = await startWithFormulas()
  const absolute = { userEnteredValue: { formulaValue: '=$A$1&"B2"' } }
  await batchUpdate(provider, [
    { insertDimension: rows(20, 30) },
    { insertDimension: rows(0, 1, 7) },
    { deleteDimension: columns(12, 13) },
    { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 5 } },
    resize(500),
    { updateSheetProperties: { properties: { sheetId: 7, title: 'Totals' }, fields: 'title' } },
    { copyPaste: { source: box(0, 3, [2, 2]), destination: { ...box(0, 3, [2, 2]), sheetId: 7 } } },
    { copyPaste: { source: box(1, 4), destination: box(5, 6), pasteType: 'PASTE_VALUES' } },
    { repeatCell: { range: box(10, 10, [3, 2]), cell: absolute, fields: 'userEnteredValue' } },
    { duplicateSheet: { sourceSheetId: 0, newSheetName: 'Copy' } },
    { deleteDimension: { range: { sheetId: 7, dimension: 'ROWS', startIndex: 0, endIndex: 3 } } },
    { deleteSheet: { sheetId: 7 } },
  ])
  const range = await readRange(provider, 'Copy!D1:E2', { valueRenderOption: 'FORMULA' })
  expect(range.values).toEqual([
    ['=SUM(B3:B5)', 'x'],
    ['', '=A2&C9'],
  ])
})

test('a formula that the same request enters is computed before its result is copied', async () => {
  await using provider = await startTestEmulator()
  const rowsOf = (formulaValue: string) => [{ values: [{ userEnteredValue: { formulaValue } }] }]
  await batchUpdate(provider, [
    { updateCells: { start: { sheetId: 0 }, rows: rowsOf('=SEQUENCE(2)'), fields: 'userEnteredValue' } },
    { copyPaste: { source: box(0, 0, [2, 1]), destination: box(0, 2), pasteType: 'PASTE_VALUES' } },
  ])
  expect((await readRange(provider, 'C1:C2', { valueRenderOption: 'FORMULA' })).values).toEqual([[1], [2]])
})
