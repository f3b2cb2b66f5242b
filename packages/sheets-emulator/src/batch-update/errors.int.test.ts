import { describe, expect, test } from 'vitest'
import { type BatchRequests, batchUpdate, tabTitles } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

describe('errors', () => {
  test('applies a batch completely or not at all', async () => {
    await using provider = await startTestEmulator()
    const error = await catchError(
      batchUpdate(provider, [{ addSheet: { properties: { title: 'Half' } } }, { deleteSheet: { sheetId: 404 } }]),
    )
    expect(error.message).toBe('Invalid requests[1].deleteSheet: No sheet with id: 404')
    expect(await tabTitles(provider)).toEqual(['Sheet1'])
  })

  test.each<[string, unknown, string]>([
    ['no request', [], 'Must specify at least one request.'],
    [
      'an unknown request',
      [{ frobnicate: {} }],
      `Invalid JSON payload received. Unknown name "frobnicate" at 'requests[0]': Cannot find field.`,
    ],
    [
      'an unsupported request',
      [{ trimWhitespace: {} }],
      'Invalid requests[0].trimWhitespace: This request is not supported by this provider.',
    ],
    [
      'text instead of a request',
      ['addSheet'],
      `Invalid value at 'requests[0]' (type.googleapis.com/google.apps.sheets.v4.BatchUpdateSpreadsheetRequest.Request), "addSheet"`,
    ],
    [
      'a misspelled field',
      [{ addSheet: { properties: { titel: 'x' } } }],
      `Invalid JSON payload received. Unknown name "titel" at 'requests[0].add_sheet.properties': Cannot find field.`,
    ],
    [
      'a value of the wrong type',
      [{ deleteSheet: { sheetId: 'first' } }],
      `Invalid value at 'requests[0].delete_sheet.sheet_id' (TYPE_INT32), "first"`,
    ],
    [
      'an invalid dimension',
      [{ appendDimension: { sheetId: 0, dimension: 'ROW', length: 1 } }],
      `Invalid value at 'requests[0].append_dimension.dimension' (type.googleapis.com/google.apps.sheets.v4.Dimension), "ROW"`,
    ],
    [
      'a taken title',
      [{ addSheet: { properties: { title: 'sheet1' } } }],
      'Invalid requests[0].addSheet: A sheet with the name "sheet1" already exists. Please enter another name.',
    ],
    [
      'a missing mask',
      [{ repeatCell: { range: { sheetId: 0 }, cell: {} } }],
      `Invalid requests[0].repeatCell: At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)`,
    ],
    [
      'a number format pattern over the limit',
      [
        {
          repeatCell: {
            range: { sheetId: 0 },
            cell: { userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern: '_a'.repeat(501) } } },
            fields: 'userEnteredFormat.numberFormat',
          },
        },
      ],
      'Invalid requests[0].repeatCell: The number format pattern contains more than the maximum of 1000 characters.',
    ],
    [
      'a mask that names an unknown format',
      [
        {
          repeatCell: {
            range: { sheetId: 0 },
            cell: {},
            fields: 'userEnteredFormat(textFormat.bold,numberFormat.patern)',
          },
        },
      ],
      'Invalid requests[0].repeatCell: Invalid field: userEnteredFormat.numberFormat.patern',
    ],
    [
      'a mask that names an unknown property',
      [{ updateSheetProperties: { properties: { sheetId: 0 }, fields: 'gridProperties/rows' } }],
      'Invalid requests[0].updateSheetProperties: Invalid field: gridProperties.rows',
    ],
    [
      'an unknown grid',
      [{ insertDimension: { range: { sheetId: 3, dimension: 'ROWS', startIndex: 0, endIndex: 1 } } }],
      'Invalid requests[0].insertDimension: No grid with id: 3',
    ],
    [
      'an insertion after the end of the grid',
      [{ insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1000, endIndex: 1001 } } }],
      'Invalid requests[0].insertDimension: range.startIndex must be less than the grid size if inheritFromBefore is false',
    ],
  ])('%s', async (_what, requests, message) => {
    await using provider = await startTestEmulator()
    const error = await catchError(batchUpdate(provider, requests as BatchRequests))
    expect(error).toMatchObject({ status: 400, message })
  })
})
