import { expect, test } from 'vitest'
import { batchUpdate, readTable, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 1 }
const rule = { condition: { type: 'BOOLEAN' } }

async function readRules({ spreadsheets, spreadsheetId }: TestEmulator) {
  const fields = 'sheets.data.rowData.values(dataValidation,effectiveValue)'
  const { data } = await spreadsheets.get({ spreadsheetId, ranges: ['A1:A3'], fields })
  return data.sheets?.[0]?.data?.[0]?.rowData
}

test('a checkbox that is cleared holds FALSE, and keeps its rule', async () => {
  await using provider = await startTestEmulator()
  await writeTable(provider, 'A1', [[true], [true], [true]])
  await batchUpdate(provider, [{ setDataValidation: { range, rule } }])
  await writeTable(provider, 'A1', [[''], ['text'], ['']])
  expect(await readTable(provider, 'A1:A3')).toEqual([['FALSE'], ['text']])
  expect(await readRules(provider)).toEqual([
    { values: [{ dataValidation: rule, effectiveValue: { boolValue: false } }] },
    { values: [{ dataValidation: rule, effectiveValue: { stringValue: 'text' } }] },
  ])
  await batchUpdate(provider, [{ setDataValidation: { range } }])
  await writeTable(provider, 'A1', [[''], ['']])
  expect(await readRules(provider)).toBeUndefined()
})

test('a rule other than a checkbox is refused', async () => {
  await using provider = await startTestEmulator()
  const list = { condition: { type: 'ONE_OF_LIST', values: [{ userEnteredValue: 'yes' }] } }
  const error = await catchError(batchUpdate(provider, [{ setDataValidation: { range, rule: list } }]))
  expect(error).toMatchObject({ status: 400, message: expect.stringContaining('does not store data validation') })
})
