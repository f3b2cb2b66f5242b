import { expect, test } from 'vitest'
import { batchUpdate, tabProperties } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

test('tabs for charts and other data have no cells', async () => {
  await using provider = await startTestEmulator()
  const { spreadsheetId } = provider
  await batchUpdate(provider, [
    { addSheet: { properties: { title: 'Chart', sheetId: 1, sheetType: 'OBJECT', index: 0 } } },
    { addSheet: { properties: { title: 'Data', sheetId: 2, sheetType: 'DATA_SOURCE', index: 1 } } },
  ])
  expect(await tabProperties(provider)).toEqual([
    { title: 'Chart', sheetId: 1, sheetType: 'OBJECT', index: 0 },
    {
      ...{ title: 'Data', sheetId: 2, sheetType: 'DATA_SOURCE', index: 1 },
      gridProperties: { rowCount: 1000, columnCount: 26 },
    },
    expect.objectContaining({ title: 'Sheet1', sheetType: 'GRID' }),
  ])
  for (const title of ['Chart', 'Data']) {
    const call = provider.values.get({ spreadsheetId, range: `'${title}'!A1` })
    expect(await catchError(call)).toMatchObject({ status: 400, message: `Unable to parse range: '${title}'!A1` })
  }
  const { data } = await provider.spreadsheets.get({ spreadsheetId, fields: 'sheets(properties.title,data)' })
  expect(data.sheets?.map((sheet) => sheet.data?.length)).toEqual([undefined, undefined, 1])
})

test('a tab keeps its type, and only a grid has a size', async () => {
  await using provider = await startTestEmulator()
  await batchUpdate(provider, [{ addSheet: { properties: { sheetId: 1, sheetType: 'OBJECT' } } }])
  const size = { properties: { sheetId: 1, gridProperties: { rowCount: 5 } }, fields: 'gridProperties.rowCount' }
  expect(await catchError(batchUpdate(provider, [{ updateSheetProperties: size }]))).toMatchObject({
    message: 'Invalid requests[0].updateSheetProperties: Grid properties can only be set on a grid sheet.',
  })
  const append = { appendDimension: { sheetId: 1, dimension: 'ROWS', length: 1 } }
  expect(await catchError(batchUpdate(provider, [append]))).toMatchObject({
    message: 'Invalid requests[0].appendDimension: No grid with id: 1',
  })
})

test.each([
  ['a validation rule', { dataValidation: { condition: { type: 'BOOLEAN' } } }, 'dataValidation'],
  ['rich text', { textFormatRuns: [{ startIndex: 1, format: { bold: true } }] }, 'textFormatRuns'],
])('refuses %s, which it would not store', async (_what, cell, field) => {
  await using provider = await startTestEmulator()
  const updateCells = { rows: [{ values: [cell] }], start: { rowIndex: 0 }, fields: '*' }
  expect(await catchError(batchUpdate(provider, [{ updateCells }]))).toMatchObject({
    message: `Invalid requests[0].updateCells: This provider does not store ${field}.`,
  })
})

test('refuses properties of a new spreadsheet that it would not store, but not those that every one has', async () => {
  await using provider = await startTestEmulator()
  const { data: before } = await provider.spreadsheets.get({
    spreadsheetId: provider.spreadsheetId,
    includeGridData: true,
  })
  const { properties, sheets } = before
  const copy = await provider.spreadsheets.create({
    requestBody: { ...(properties && { properties }), ...(sheets && { sheets }) },
  })
  expect(copy.data.properties).toEqual(properties)
  const named = { namedRanges: [{ name: 'Total' }] }
  expect(await catchError(provider.spreadsheets.create({ requestBody: named }))).toMatchObject({
    message: 'This provider does not store namedRanges.',
  })
})
