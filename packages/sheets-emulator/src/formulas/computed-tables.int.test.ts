import type { sheets_v4 } from '@googleapis/sheets'
import { expect, test } from 'vitest'
import { batchUpdate, readRange, readTable, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

const SALES = [
  ['Team', 'Amount'],
  ['North', 5],
  ['East', 7],
  ['North', 2],
]
const pivotTable: sheets_v4.Schema$PivotTable = {
  source: { sheetId: 0, startRowIndex: 0, endRowIndex: 4, startColumnIndex: 0, endColumnIndex: 2 },
  rows: [{ sourceColumnOffset: 0, showTotals: true, sortOrder: 'ASCENDING' }],
  values: [
    { sourceColumnOffset: 1, summarizeFunction: 'SUM' },
    { sourceColumnOffset: 1, summarizeFunction: 'COUNTA', name: 'Sales' },
  ],
}
const dataSourceTable = { dataSourceId: 'warehouse', columns: [{ name: 'Id' }, { name: 'Name' }], rowLimit: 2 }

/** Puts a cell into D2. */
function putAnchor(provider: TestEmulator, cell: sheets_v4.Schema$CellData, fields = '*') {
  const start = { sheetId: 0, rowIndex: 1, columnIndex: 3 }
  return batchUpdate(provider, [{ updateCells: { start, rows: [{ values: [cell] }], fields } }])
}

async function withPivot() {
  const provider = await startTestEmulator()
  await writeTable(provider, 'A1', SALES)
  await putAnchor(provider, { pivotTable })
  return provider
}

async function cells({ spreadsheets, spreadsheetId }: TestEmulator, range: string) {
  const fields = 'sheets.data.rowData.values(userEnteredValue,effectiveValue,pivotTable,dataSourceTable)'
  const { data } = await spreadsheets.get({ spreadsheetId, ranges: [range], fields })
  return data.sheets?.[0]?.data?.[0]?.rowData?.map(({ values }) => values)
}

test('a pivot table fills cells that nobody entered, and follows its source', async () => {
  await using provider = await withPivot()
  expect(await readTable(provider, 'D2:F5')).toEqual([
    ['Team', 'SUM of Amount', 'Sales'],
    ['East', '7', '1'],
    ['North', '7', '2'],
    ['Grand Total', '14', '3'],
  ])
  await writeTable(provider, 'A2:B2', [['West', 1]])
  expect(await readTable(provider, 'D3:E6')).toEqual([
    ['East', '7'],
    ['North', '2'],
    ['West', '1'],
    ['Grand Total', '10'],
  ])
  expect(await cells(provider, 'D2:E2')).toEqual([
    [{ effectiveValue: { stringValue: 'Team' }, pivotTable }, { effectiveValue: { stringValue: 'SUM of Amount' } }],
  ])
})

test('formulas as they were entered do not show that a pivot table is there', async () => {
  await using provider = await withPivot()
  const { values } = await readRange(provider, 'D2:E3', { valueRenderOption: 'FORMULA' })
  expect(values).toEqual([
    ['Team', 'SUM of Amount'],
    ['East', 7],
  ])
})

test('a value in its results collapses a pivot table to its first cell, and is taken', async () => {
  await using provider = await withPivot()
  await writeTable(provider, 'E3', [[99]])
  expect(await readTable(provider, 'D2:F5')).toEqual([['#REF!'], ['', '99']])
  expect(await cells(provider, 'D2')).toMatchObject([[{ effectiveValue: { errorValue: { type: 'REF' } }, pivotTable }]])
  await writeTable(provider, 'E3', [['']])
  expect(await readTable(provider, 'D3:F3')).toEqual([['East', '7', '1']])
})

test('a value on its first cell replaces a pivot table without an error', async () => {
  await using provider = await withPivot()
  await writeTable(provider, 'D2', [['x']])
  expect(await cells(provider, 'D2:F5')).toEqual([
    [{ userEnteredValue: { stringValue: 'x' }, effectiveValue: { stringValue: 'x' } }],
  ])
})

test('a connected table shows its columns, and breaks like a pivot table', async () => {
  await using provider = await startTestEmulator()
  await putAnchor(provider, { dataSourceTable }, 'dataSourceTable')
  expect(await readTable(provider, 'D2:E4')).toEqual([
    ['Id', 'Name'],
    ['1', '1'],
    ['2', '2'],
  ])
  expect(await cells(provider, 'D2')).toEqual([[{ effectiveValue: { stringValue: 'Id' }, dataSourceTable }]])
  await writeTable(provider, 'D4', [['x']])
  expect(await readTable(provider, 'D2:E4')).toEqual([['#REF!'], [], ['x']])
})

test('a table goes when it is cleared alone, and stays when a format is set', async () => {
  await using provider = await withPivot()
  await putAnchor(provider, { userEnteredFormat: { textFormat: { bold: true } } }, 'userEnteredFormat.textFormat')
  expect(await readTable(provider, 'D3:E3')).toEqual([['East', '7']])
  await putAnchor(provider, {}, 'pivotTable')
  expect(await readTable(provider, 'D2:F5')).toBeUndefined()
})

test.each<[string, sheets_v4.Schema$CellData, string]>([
  ['two row fields', { pivotTable: { ...pivotTable, rows: [{}, {}] } }, 'one row field'],
  ['an average', { pivotTable: { ...pivotTable, values: [{ summarizeFunction: 'AVERAGE' }] } }, 'SUM or COUNTA'],
  ['filters', { dataSourceTable: { ...dataSourceTable, filterSpecs: [] } }, 'a row limit alone'],
])('a table with %s is refused', async (_what, cell, message) => {
  await using provider = await startTestEmulator()
  expect(await catchError(putAnchor(provider, cell))).toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  })
})
