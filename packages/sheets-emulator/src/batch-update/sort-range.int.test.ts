import { expect, test } from 'vitest'
import { batchUpdate, readRange, readTable, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

/** Sorts rows 2 to 6 of columns A to C. */
const sort = (dimensionIndex: number, sortOrder = 'ASCENDING') => ({
  sortRange: {
    range: { sheetId: 0, startRowIndex: 1, endRowIndex: 6, startColumnIndex: 0, endColumnIndex: 3 },
    sortSpecs: [{ dimensionIndex, sortOrder }],
  },
})

async function startWithRows(): Promise<TestEmulator> {
  const provider = await startTestEmulator()
  const rows = [
    ['b', 30, '=B2*2', 'stays'],
    ['a', 4],
    ['', 5],
    [true, 100],
    [7, 6, '=B6*2'],
  ]
  await writeTable(provider, 'A1', [['name', 'amount'], ...rows], 'USER_ENTERED')
  return provider
}

test.each<[string, number, string, string[]]>([
  ['numbers, text, booleans, and empty cells last', 0, 'ASCENDING', ['7', 'a', 'b', 'TRUE', '']],
  ['empty cells last in the other order, too', 0, 'DESCENDING', ['TRUE', 'b', 'a', '7', '']],
  ['numbers by their value', 1, 'ASCENDING', ['a', '', '7', 'b', 'TRUE']],
])('%s', async (_, column, order, names) => {
  await using provider = await startWithRows()
  await batchUpdate(provider, [sort(column, order)])
  expect((await readTable(provider, 'A2:B6'))?.map(([name = '']) => name)).toEqual(names)
})

test('formulas, formats and notes go with their rows, and cells outside of the range stay', async () => {
  await using provider = await startWithRows()
  const cell = { note: 'ask Ann', userEnteredFormat: { numberFormat: { type: 'PERCENT' } } }
  const start = { sheetId: 0, rowIndex: 1, columnIndex: 1 }
  const fields = 'note,userEnteredFormat.numberFormat'
  await batchUpdate(provider, [{ updateCells: { start, rows: [{ values: [cell] }], fields } }, sort(1)])
  const { values } = await readRange(provider, 'C2:D6', { valueRenderOption: 'FORMULA' })
  expect(values).toEqual([['', 'stays'], [], ['=B4*2'], ['=B5*2']])
  const { data } = await provider.spreadsheets.get({
    spreadsheetId: provider.spreadsheetId,
    ranges: ['B5'],
    fields: 'sheets.data.rowData.values(note,userEnteredFormat.numberFormat)',
  })
  expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values).toEqual([cell])
})

test('merged cells cannot be sorted', async () => {
  await using provider = await startWithRows()
  const range = { sheetId: 0, startRowIndex: 2, endRowIndex: 4, startColumnIndex: 2, endColumnIndex: 3 }
  await batchUpdate(provider, [{ mergeCells: { range, mergeType: 'MERGE_ALL' } }])
  expect((await catchError(batchUpdate(provider, [sort(1)]))).message).toContain('merged cells')
})
