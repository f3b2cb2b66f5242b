import { expect, test } from 'vitest'
import { batchUpdate, readRange, readTable, writeTable } from '../../tests/spreadsheet-calls.ts'
import { startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

const unformatted = { valueRenderOption: 'UNFORMATTED_VALUE' }
const type = (provider: TestEmulator, range: string, table: unknown[][]) =>
  writeTable(provider, range, table, 'USER_ENTERED')
const values = async (provider: TestEmulator, range: string, options: object = unformatted) =>
  (await readRange(provider, range, options)).values

async function cell({ spreadsheets, spreadsheetId }: TestEmulator, range: string) {
  const fields =
    'sheets.data.rowData.values(userEnteredValue,effectiveValue,formattedValue,userEnteredFormat,effectiveFormat.numberFormat)'
  const { data } = await spreadsheets.get({ spreadsheetId, ranges: [range], fields })
  return data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]
}

test('an error reads with its message, except as a formatted value', async () => {
  await using provider = await startTestEmulator()
  const lookup = `=TEST_ERROR("#N/A","Did not find value '7' in VLOOKUP evaluation.")`
  await type(provider, 'A1', [['=NA()', '=1/0', '=1+', '=#REF!', lookup]])
  expect(await values(provider, 'A1:E1')).toEqual([
    [
      '#N/A ()',
      '#DIV/0! (Function DIVIDE parameter 2 cannot be zero.)',
      '#ERROR! (Formula parse error.)',
      '#REF! (Reference does not exist.)',
      "#N/A (Did not find value '7' in VLOOKUP evaluation.)",
    ],
  ])
  expect(await readTable(provider, 'A1:E1')).toEqual([['#N/A', '#DIV/0!', '#ERROR!', '#REF!', '#N/A']])
  expect(await values(provider, 'A1:B1', { valueRenderOption: 'FORMULA' })).toEqual([['=NA()', '=1/0']])
  expect(await cell(provider, 'B1')).toEqual({
    userEnteredValue: { formulaValue: '=1/0' },
    effectiveValue: {
      errorValue: { type: 'DIVIDE_BY_ZERO', message: 'Function DIVIDE parameter 2 cannot be zero.' },
    },
    formattedValue: '#DIV/0!',
    effectiveFormat: {},
  })
})

test('a cell stays loading until something else is written to it', async () => {
  await using provider = await startTestEmulator()
  await type(provider, 'A1', [['=TEST_LOADING()', '=TEST_ERROR("#ERROR!","Loading...")']])
  expect(await values(provider, 'A1:B1')).toEqual([['Loading...', '#ERROR! (Loading...)']])
  expect(await readTable(provider, 'A1')).toEqual([['Loading...']])
  expect(await cell(provider, 'A1')).toMatchObject({ effectiveValue: { errorValue: { type: 'LOADING' } } })
  await type(provider, 'A1', [[5]])
  expect(await values(provider, 'A1')).toEqual([[5]])
})

test("a formula's number format is effective, not entered", async () => {
  await using provider = await startTestEmulator({ now: () => new Date('2026-03-04T06:00:00Z') })
  await type(provider, 'A1', [['=TODAY()', '=TEST_RESULT(1.5,"TIME","[h]:mm:ss")', 46_085]])
  expect(await cell(provider, 'A1')).toEqual({
    userEnteredValue: { formulaValue: '=TODAY()' },
    effectiveValue: { numberValue: 46_085 },
    formattedValue: '3/4/2026',
    effectiveFormat: { numberFormat: { type: 'DATE', pattern: 'M/d/yyyy' } },
  })
  expect(await readTable(provider, 'A1:C1')).toEqual([['3/4/2026', '36:00:00', '46085']])
  expect(await values(provider, 'A1:C1')).toEqual([[46_085, 1.5, 46_085]])
})

test('a duration of a day or more is a TIME format with [h]', async () => {
  await using provider = await startTestEmulator()
  await type(provider, 'A1', [['24:00:02']])
  const numberFormat = { type: 'TIME', pattern: '[h]:mm:ss' }
  expect(await cell(provider, 'A1')).toMatchObject({ userEnteredFormat: { numberFormat }, formattedValue: '24:00:02' })
  expect(await values(provider, 'A1')).toEqual([[86_402 / 86_400]])
})

test('formulas are computed again with every change', async () => {
  let now = new Date('2026-03-04T00:00:00Z')
  await using provider = await startTestEmulator({ now: () => now })
  await type(provider, 'A1', [['=TODAY()']])
  now = new Date('2026-03-05T00:00:00Z')
  await type(provider, 'C9', [['x']])
  expect(await values(provider, 'A1')).toEqual([[46_086]])
})

test('an array formula fills the cells beside and below it', async () => {
  await using provider = await startTestEmulator()
  const reply = await provider.values.update({
    ...{ spreadsheetId: provider.spreadsheetId, range: 'B2', valueInputOption: 'USER_ENTERED' },
    ...{ includeValuesInResponse: true, responseValueRenderOption: 'FORMATTED_VALUE' },
    requestBody: { values: [['={1,2;3,4}']] },
  })
  expect(reply.data.updatedData?.values).toEqual([['1']])
  expect(await values(provider, 'A1:C3')).toEqual([[], ['', 1, 2], ['', 3, 4]])
  expect(await values(provider, 'B2:C3', { valueRenderOption: 'FORMULA' })).toEqual([
    ['={1,2;3,4}', 2],
    [3, 4],
  ])
  expect(await cell(provider, 'C3')).toEqual({
    effectiveValue: { numberValue: 4 },
    formattedValue: '4',
    effectiveFormat: {},
  })
})

test('a write into the results of an array formula blanks them, and clearing it brings them back', async () => {
  await using provider = await startTestEmulator()
  await type(provider, 'A1', [['=SEQUENCE(3)']])
  await type(provider, 'A3', [['mine']])
  const refused = '#REF! (Array result was not expanded because it would overwrite data in A3.)'
  expect(await values(provider, 'A1:A3')).toEqual([[refused], [], ['mine']])
  await provider.values.clear({ spreadsheetId: provider.spreadsheetId, range: 'A3' })
  expect(await values(provider, 'A1:A3')).toEqual([[1], [2], [3]])
})

test('the results of an array formula move and vanish with it', async () => {
  await using provider = await startTestEmulator()
  await type(provider, 'A2', [['=SEQUENCE(2)']])
  const range = { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 }
  await batchUpdate(provider, [{ insertDimension: { range } }])
  expect(await values(provider, 'A1:A9')).toEqual([[], [], [1], [2]])
  await batchUpdate(provider, [
    { duplicateSheet: { sourceSheetId: 0, newSheetName: 'Copy' } },
    { deleteDimension: { range: { ...range, startIndex: 2, endIndex: 3 } } },
  ])
  expect(await values(provider, 'Sheet1!A1:A9')).toBeUndefined()
  expect(await values(provider, 'Copy!A1:A9')).toEqual([[], [], [1], [2]])
})

test('an array formula without room shows why', async () => {
  await using provider = await startTestEmulator()
  await type(provider, 'A999', [['=SEQUENCE(5)']])
  await type(provider, 'Z1', [['={1,2}']])
  await type(provider, 'C1', [['=SEQUENCE(3)'], ['={7,8}']])
  expect(await values(provider, 'A999')).toEqual([
    ['#REF! (Result was not automatically expanded, please insert more rows (3).)'],
  ])
  expect(await values(provider, 'Z1')).toEqual([
    ['#REF! (Result was not automatically expanded, please insert more columns (1).)'],
  ])
  expect(await values(provider, 'C1:D2')).toEqual([
    ['#REF! (Array result was not expanded because it would overwrite data in C2.)'],
    [7, 8],
  ])
})

test('copying the results of an array formula copies their values', async () => {
  await using provider = await startTestEmulator()
  await type(provider, 'A1', [['=SEQUENCE(2)']])
  const box = (startRowIndex: number, startColumnIndex: number) => ({
    ...{ sheetId: 0, startRowIndex, startColumnIndex },
    ...{ endRowIndex: startRowIndex + 1, endColumnIndex: startColumnIndex + 1 },
  })
  await batchUpdate(provider, [{ copyPaste: { source: box(1, 0), destination: box(0, 2) } }])
  expect(await values(provider, 'C1', { valueRenderOption: 'FORMULA' })).toEqual([[2]])
})
