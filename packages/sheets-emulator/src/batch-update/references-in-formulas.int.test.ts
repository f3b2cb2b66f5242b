import { expect, test } from 'vitest'
import { type BatchRequests, batchUpdate, readRange, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

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

const adjusted: [string, BatchRequests[number], { sum: string; other: string; total: string }][] = [
  [
    'inserted into a range',
    { insertDimension: rows(3, 4) },
    { sum: '=SUM(B3:B6)', other: '=A2&C10', total: '=Sheet1!J21' },
  ],
  [
    'inserted below a range',
    { insertDimension: rows(15, 16) },
    { sum: '=SUM(B3:B5)', other: '=A2&C9', total: '=Sheet1!J21' },
  ],
  ['deleted', { deleteDimension: rows(8, 9) }, { sum: '=SUM(B3:B5)', other: '=A2&#REF!', total: '=Sheet1!J19' }],
  [
    'moved',
    { moveDimension: { source: rows(8, 9).range, destinationIndex: 3 } },
    { sum: '=SUM(B3:B6)', other: '=A2&C4', total: '=Sheet1!J20' },
  ],
  ['cut off', resize(10), { sum: '=SUM(B3:B5)', other: '=A2&C9', total: '=Sheet1!#REF!' }],
]

test.each(adjusted)('formulas follow rows that are %s', async (_what, request, { sum, other, total }) => {
  await using provider = await startWithFormulas()
  await batchUpdate(provider, [request])
  const formulasIn = async (range: string) =>
    (await readRange(provider, range, { valueRenderOption: 'FORMULA' })).values
  expect(await formulasIn('Sheet1!D1:E2')).toEqual([
    [sum, 'x'],
    ['', other],
  ])
  expect(await formulasIn('Sums!A1')).toEqual([[total]])
})

test('formulas follow columns that are inserted or deleted', async () => {
  await using provider = await startWithFormulas()
  await batchUpdate(provider, [{ deleteDimension: columns(2, 3) }, { insertDimension: columns(1, 2) }])
  const range = await readRange(provider, 'Sheet1!D1:E2', { valueRenderOption: 'FORMULA' })
  expect(range.values).toEqual([
    ['=SUM(C3:C5)', 'x'],
    ['', '=A2&#REF!'],
  ])
})

const refused: [string, BatchRequests[number], string][] = [
  [
    'a renamed tab',
    { updateSheetProperties: { properties: { title: 'New' }, fields: 'title' } },
    '=Sheet1!J20 in Sums',
  ],
  ['a deleted tab', { deleteSheet: { sheetId: 0 } }, '=Sheet1!J20 in Sums!A1'],
]

test.each(refused)('refuses %s, and names the formula', async (_what, request, place) => {
  await using provider = await startWithFormulas()
  const { status, message } = await catchError(batchUpdate(provider, [request]))
  expect(status).toBe(400)
  expect(message).toContain('This provider does not adjust references in formulas')
  expect(message).toContain(place)
})

test('copies of a formula name cells at the same distance', async () => {
  await using provider = await startWithFormulas()
  const cell = { userEnteredValue: { formulaValue: '=A2&C$9' } }
  await batchUpdate(provider, [
    { copyPaste: { source: box(1, 4), destination: box(5, 4) } },
    { copyPaste: { source: box(1, 4), destination: box(1, 5), pasteType: 'PASTE_FORMULA' } },
    { copyPaste: { source: box(1, 4), destination: box(2, 4, [2, 1]) } },
    { repeatCell: { range: box(10, 10, [2, 1]), cell, fields: 'userEnteredValue' } },
  ])
  const range = await readRange(provider, 'Sheet1!E2:F6', { valueRenderOption: 'FORMULA' })
  expect(range.values).toEqual([['=A2&C9', '=B2&D9'], ['=A3&C10'], ['=A4&C11'], [], ['=A6&C13']])
  const repeated = await readRange(provider, 'Sheet1!K11:K12', { valueRenderOption: 'FORMULA' })
  expect(repeated.values).toEqual([['=A2&C$9'], ['=A3&C$9']])
})

test('refuses a transposed copy of a formula that names cells by their distance', async () => {
  await using provider = await startWithFormulas()
  const copy = { source: box(1, 4), destination: box(5, 4), pasteOrientation: 'TRANSPOSE' }
  expect((await catchError(batchUpdate(provider, [{ copyPaste: copy }]))).message).toContain(
    'a copy of =A2&C9 would have to name other cells.',
  )
})

test('formulas follow rows that an append inserts', async () => {
  await using provider = await startWithFormulas()
  await writeTable(provider, 'Sheet1!J10', [[1]])
  const { spreadsheetId } = provider
  const append = { spreadsheetId, range: 'Sheet1!J10', valueInputOption: 'RAW', requestBody: { values: [[2]] } }
  await provider.values.append({ ...append, insertDataOption: 'INSERT_ROWS' })
  const range = await readRange(provider, 'Sums!A1', { valueRenderOption: 'FORMULA' })
  expect(range.values).toEqual([['=Sheet1!J21']])
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
  const buildRows = (formulaValue: string) => [{ values: [{ userEnteredValue: { formulaValue } }] }]
  await batchUpdate(provider, [
    { updateCells: { start: { sheetId: 0 }, rows: buildRows('=SEQUENCE(2)'), fields: 'userEnteredValue' } },
    { copyPaste: { source: box(0, 0, [2, 1]), destination: box(0, 2), pasteType: 'PASTE_VALUES' } },
  ])
  expect((await readRange(provider, 'C1:C2', { valueRenderOption: 'FORMULA' })).values).toEqual([[1], [2]])
})
