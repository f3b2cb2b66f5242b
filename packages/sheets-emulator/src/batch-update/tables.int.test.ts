import { expect, test } from 'vitest'
import { type BatchRequests, batchUpdate, readTable, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

const range = { startRowIndex: 0, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 2 }
const orders = {
  ...{ tableId: 't1', name: 'Orders', range },
  columnProperties: [
    { columnIndex: 0, columnName: 'Day', columnType: 'DATE' },
    { columnIndex: 1, columnName: 'Customer' },
  ],
}

async function withOrders() {
  const provider = await startTestEmulator()
  await writeTable(provider, 'A1', [
    ['x', 'y', 'z'],
    [46_000, 'Ada', 1],
  ])
  await batchUpdate(provider, [{ addTable: { table: orders } }])
  return provider
}

async function tables({ spreadsheets, spreadsheetId }: TestEmulator) {
  const { data } = await spreadsheets.get({ spreadsheetId, fields: 'sheets.tables' })
  return data.sheets?.[0]?.tables
}

test('a table names its columns in its first row, and values are written as anywhere', async () => {
  await using provider = await withOrders()
  await writeTable(provider, 'A3', [[46_001, 'Bob']])
  expect(await readTable(provider)).toEqual([
    ['Day', 'Customer', 'z'],
    ['46000', 'Ada', '1'],
    ['46001', 'Bob'],
  ])
  expect(await tables(provider)).toEqual([
    {
      ...{ tableId: 't1', name: 'Orders', range },
      columnProperties: [
        { columnName: 'Day', columnType: 'DATE' },
        { columnIndex: 1, columnName: 'Customer' },
      ],
    },
  ])
})

const cell = { userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern: '0' } } }
const numberFormat = "You can't set the number format of cells in a typed column."
const pasted = 'This operation is not allowed on cells in typed columns'
const box = (row: number, column: number) => ({
  ...{ startRowIndex: row, endRowIndex: row + 1, startColumnIndex: column, endColumnIndex: column + 1 },
})

test.each<[string, BatchRequests[number], string]>([
  ['repeatCell', { repeatCell: { range: box(1, 0), cell, fields: 'userEnteredFormat.numberFormat' } }, numberFormat],
  ['repeatCell', { repeatCell: { range: box(2, 0), cell, fields: '*' } }, numberFormat],
  [
    'updateCells',
    { updateCells: { range: box(1, 0), rows: [{ values: [cell] }], fields: 'userEnteredFormat' } },
    numberFormat,
  ],
  [
    'updateCells',
    { updateCells: { start: { rowIndex: 1 }, rows: [{ values: [cell] }], fields: 'userEnteredFormat' } },
    numberFormat,
  ],
  ['copyPaste', { copyPaste: { source: box(1, 2), destination: box(1, 0), pasteType: 'PASTE_FORMAT' } }, pasted],
])('%s refuses formats in a typed column', async (name, request, message) => {
  await using provider = await withOrders()
  expect(await catchError(batchUpdate(provider, [request]))).toMatchObject({
    status: 400,
    message: `Invalid requests[0].${name}: ${message}`,
  })
})

test('formats are allowed in the first row, in untyped columns and outside', async () => {
  await using provider = await withOrders()
  const fields = 'userEnteredFormat.numberFormat'
  const allowed = [box(0, 0), box(1, 1), box(3, 0)]
  await batchUpdate(
    provider,
    allowed.map((place) => ({ repeatCell: { range: place, cell, fields } })),
  )
  const bold = { userEnteredFormat: { textFormat: { bold: true } } }
  await batchUpdate(provider, [
    { repeatCell: { range: box(1, 0), cell: bold, fields: 'userEnteredFormat.textFormat' } },
  ])
})

test('the copy of a tab has a table of its own', async () => {
  await using provider = await withOrders()
  await batchUpdate(provider, [{ duplicateSheet: { sourceSheetId: 0, insertSheetIndex: 1, newSheetId: 7 } }])
  const { data } = await provider.spreadsheets.get({ spreadsheetId: provider.spreadsheetId, fields: 'sheets.tables' })
  const [table, copy] = data.sheets?.map((sheet) => sheet.tables?.[0]) ?? []
  expect([table?.name, copy?.name]).toEqual(['Orders', 'Orders_2'])
  expect(copy?.tableId).not.toBe(table?.tableId)
  await batchUpdate(provider, [{ deleteTable: { tableId: copy?.tableId ?? null } }])
  expect(await tables(provider)).toHaveLength(1)
})

test('a table moves with rows and columns, changes and goes, and its cells stay', async () => {
  await using provider = await withOrders()
  const columns = { sheetId: 0, dimension: 'COLUMNS', startIndex: 1, endIndex: 2 }
  await batchUpdate(provider, [
    { insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 } } },
    { insertDimension: { range: columns } },
    { updateTable: { table: { tableId: 't1', name: 'Sales' }, fields: 'name' } },
  ])
  expect(await tables(provider)).toMatchObject([
    {
      ...{ name: 'Sales', range: { ...range, startRowIndex: 1, endRowIndex: 4, endColumnIndex: 3 } },
      columnProperties: [
        { columnName: 'Day' },
        { columnIndex: 1, columnName: 'Column 2' },
        { columnIndex: 2, columnName: 'Customer' },
      ],
    },
  ])
  await batchUpdate(provider, [{ deleteTable: { tableId: 't1' } }])
  expect(await tables(provider)).toBeUndefined()
  expect(await readTable(provider, 'A2:D2')).toEqual([['Day', 'Column 2', 'Customer', 'z']])
})

test('rows written below a table join it when its range is changed, and its columns keep names and types', async () => {
  await using provider = await withOrders()
  await writeTable(provider, 'A1', [
    ['Date', 'Customer'],
    [46_000, 'Ada'],
    [46_001, 'Bob'],
    [46_002, 'Cy'],
  ])
  expect(await tables(provider)).toMatchObject([{ range }])
  const grown = { ...range, endRowIndex: 4 }
  await batchUpdate(provider, [{ updateTable: { table: { tableId: 't1', range: grown }, fields: 'range' } }])
  expect(await tables(provider)).toMatchObject([
    {
      ...{ name: 'Orders', range: grown },
      columnProperties: [{ columnName: 'Date', columnType: 'DATE' }, { columnName: 'Customer' }],
    },
  ])
  expect(await readTable(provider, 'A1:B1')).toEqual([['Date', 'Customer']])
  const format = { repeatCell: { range: box(3, 0), cell, fields: 'userEnteredFormat.numberFormat' } }
  expect(await catchError(batchUpdate(provider, [format]))).toMatchObject({
    message: expect.stringContaining(numberFormat),
  })
  await batchUpdate(provider, [{ updateTable: { table: { tableId: 't1', range }, fields: 'range' } }])
  await batchUpdate(provider, [format])
})

test.each<[string, BatchRequests[number], string]>([
  ['addTable', { addTable: { table: { range } } }, 'Tables cannot overlap.'],
  [
    'addTable',
    { addTable: { table: { name: 'orders', range: { ...range, startRowIndex: 10, endRowIndex: 12 } } } },
    'A table with the name "orders" already exists.',
  ],
  ['mergeCells', { mergeCells: { range, mergeType: 'MERGE_ALL' } }, 'You cannot merge cells in a table.'],
  ['deleteTable', { deleteTable: { tableId: 'none' } }, 'No table with id: none'],
])('refuses what a table does not allow: %s', async (name, request, message) => {
  await using provider = await withOrders()
  expect(await catchError(batchUpdate(provider, [request]))).toMatchObject({
    message: `Invalid requests[0].${name}: ${message}`,
  })
})
