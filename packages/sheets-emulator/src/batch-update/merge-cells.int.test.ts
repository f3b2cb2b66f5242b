import { expect, test } from 'vitest'
import { batchUpdate, readTable, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

const box = (startRowIndex: number, endRowIndex: number, startColumnIndex: number, endColumnIndex: number) => ({
  ...{ startRowIndex, endRowIndex, startColumnIndex, endColumnIndex },
})

async function merges({ spreadsheets, spreadsheetId }: TestEmulator) {
  const { data } = await spreadsheets.get({ spreadsheetId, fields: 'sheets.merges' })
  return data.sheets?.map((sheet) => sheet.merges)
}

test('only the first cell of a merge keeps its value, and writes to the others are dropped without an error', async () => {
  await using provider = await startTestEmulator()
  const { spreadsheetId } = provider
  await writeTable(provider, 'A1', [
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ])
  await batchUpdate(provider, [{ mergeCells: { range: box(0, 2, 0, 2), mergeType: 'MERGE_ALL' } }])
  expect(await readTable(provider, 'A1:C2')).toEqual([
    ['a', '', 'c'],
    ['', '', 'f'],
  ])
  const { data } = await provider.values.update({
    ...{ spreadsheetId, range: 'A1:C1', valueInputOption: 'RAW', includeValuesInResponse: true },
    requestBody: { values: [['x', 'y', 'z']] },
  })
  expect(data.updatedData?.values).toEqual([['x', '', 'z']])
  const rows = [{ values: [{ userEnteredValue: { stringValue: 'q' } }] }]
  const start = { rowIndex: 1, columnIndex: 1 }
  await batchUpdate(provider, [{ updateCells: { rows, start, fields: 'userEnteredValue' } }])
  expect(await readTable(provider, 'A1:C2')).toEqual([
    ['x', '', 'z'],
    ['', '', 'f'],
  ])
})

test('merges columns or rows apart, and unmerges them', async () => {
  await using provider = await startTestEmulator()
  await batchUpdate(provider, [{ mergeCells: { range: box(0, 3, 0, 2), mergeType: 'MERGE_COLUMNS' } }])
  expect(await merges(provider)).toEqual([[box(0, 3, 0, 1), box(0, 3, 1, 2)]])
  await batchUpdate(provider, [{ mergeCells: { range: box(0, 3, 0, 2), mergeType: 'MERGE_ROWS' } }])
  expect(await merges(provider)).toEqual([[box(0, 1, 0, 2), box(1, 2, 0, 2), box(2, 3, 0, 2)]])
  await batchUpdate(provider, [{ unmergeCells: { range: box(0, 2, 0, 2) } }])
  expect(await merges(provider)).toEqual([[box(2, 3, 0, 2)]])
})

test('refuses a range with a part of a merge', async () => {
  await using provider = await startTestEmulator()
  await batchUpdate(provider, [{ mergeCells: { range: box(0, 2, 0, 2), mergeType: 'MERGE_ALL' } }])
  const message = 'You must select all cells in a merged range to merge or unmerge them.'
  expect(await catchError(batchUpdate(provider, [{ unmergeCells: { range: box(0, 1, 0, 2) } }]))).toMatchObject({
    status: 400,
    message: `Invalid requests[0].unmergeCells: ${message}`,
  })
  const bigger = { range: box(1, 3, 0, 2), mergeType: 'MERGE_ALL' }
  expect(await catchError(batchUpdate(provider, [{ mergeCells: bigger }]))).toMatchObject({
    message: `Invalid requests[0].mergeCells: ${message}`,
  })
})

test('merges move, grow and shrink with rows and columns, and are copied with their tab', async () => {
  await using provider = await startTestEmulator()
  const rows = (startIndex: number, endIndex: number) => ({
    range: { sheetId: 0, dimension: 'ROWS', startIndex, endIndex },
  })
  const columns = (startIndex: number, endIndex: number) => ({
    range: { sheetId: 0, dimension: 'COLUMNS', startIndex, endIndex },
  })
  await batchUpdate(provider, [
    { mergeCells: { range: box(2, 4, 1, 3), mergeType: 'MERGE_ALL' } },
    { mergeCells: { range: box(900, 902, 0, 1), mergeType: 'MERGE_ALL' } },
    { insertDimension: rows(0, 2) },
    { insertDimension: rows(5, 6) },
    { insertDimension: columns(0, 1) },
  ])
  expect(await merges(provider)).toEqual([[box(4, 7, 2, 4), box(903, 905, 1, 2)]])
  const size = { properties: { sheetId: 0, gridProperties: { rowCount: 800 } }, fields: 'gridProperties.rowCount' }
  await batchUpdate(provider, [
    { deleteDimension: rows(3, 5) },
    { deleteDimension: columns(3, 4) },
    { updateSheetProperties: size },
    { duplicateSheet: { sourceSheetId: 0, insertSheetIndex: 1, newSheetId: 7 } },
    { deleteDimension: rows(3, 4) },
  ])
  expect(await merges(provider)).toEqual([undefined, [{ sheetId: 7, ...box(3, 5, 2, 3) }]])
})
