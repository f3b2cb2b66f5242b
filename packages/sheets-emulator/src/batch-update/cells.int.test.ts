import type { sheets_v4 } from '@googleapis/sheets'
import { describe, expect, test } from 'vitest'
import { type BatchRequests, batchUpdate, readTable, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

describe('cells', () => {
  const number = (numberValue: number) => ({ userEnteredValue: { numberValue } })

  test('with a start, updateCells changes only the masked fields of the sent cells', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [['a', 'b', 'c']])
    const bold = { userEnteredFormat: { textFormat: { bold: true }, numberFormat: { type: 'NUMBER', pattern: '0.0' } } }
    await batchUpdate(provider, [
      {
        updateCells: {
          start: { sheetId: 0, rowIndex: 0, columnIndex: 0 },
          rows: [{ values: [number(1), {}, { ...number(3), ...bold }] }],
          fields: 'userEnteredValue,userEnteredFormat.numberFormat',
        },
      },
    ])
    expect(await readTable(provider)).toEqual([['1', '', '3.0']])
    const { data } = await provider.spreadsheets.get({
      spreadsheetId: provider.spreadsheetId,
      ranges: ['C1'],
      fields: 'sheets.data.rowData.values.userEnteredFormat',
    })
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]).toEqual({
      userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern: '0.0' } },
    })
  })

  test('with a range, updateCells clears the masked fields of cells that were not sent', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ])
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 }
    await batchUpdate(provider, [
      { updateCells: { range, rows: [{ values: [number(1)] }], fields: 'userEnteredValue' } },
    ])
    expect(await readTable(provider)).toEqual([['1'], [], ['e', 'f']])
  })

  test('repeatCell writes one cell to a whole range', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [[0.5, 0.25]])
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 }
    const cell = { userEnteredFormat: { numberFormat: { type: 'PERCENT', pattern: '0%' } }, note: 'rate' }
    await batchUpdate(provider, [{ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat,note' } }])
    expect(await readTable(provider)).toEqual([['50%', '25%']])
    const { data } = await provider.spreadsheets.get({
      spreadsheetId: provider.spreadsheetId,
      fields: 'sheets.data.rowData.values.note',
    })
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[1]).toEqual({ values: [{ note: 'rate' }, { note: 'rate' }] })
  })

  test('text typed into cells with a text format stays text', async () => {
    await using provider = await startTestEmulator()
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 1 }
    const cell = { userEnteredFormat: { numberFormat: { type: 'TEXT' } } }
    await batchUpdate(provider, [{ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }])
    await writeTable(provider, 'A1', [['007', '=1+1', '50%']], 'USER_ENTERED')
    expect(await readTable(provider)).toEqual([['007', '=1+1', '50%']])
  })

  const box = (startRowIndex: number, startColumnIndex: number, height: number, width: number) => ({
    sheetId: 0,
    startRowIndex,
    startColumnIndex,
    endRowIndex: startRowIndex + height,
    endColumnIndex: startColumnIndex + width,
  })

  test('appendCells writes below the last row with a value', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'C1000', [['last']])
    await batchUpdate(provider, [{ appendCells: { sheetId: 0, rows: [{ values: [number(7)] }], fields: '*' } }])
    expect(await readTable(provider, 'A1001')).toEqual([['7']])
  })

  test('appendCells never widens the grid', async () => {
    await using provider = await startTestEmulator()
    const rows = [{ values: Array.from({ length: 27 }, () => number(1)) }]
    expect(
      (await catchError(batchUpdate(provider, [{ appendCells: { sheetId: 0, rows, fields: '*' } }]))).message,
    ).toBe('Invalid requests[0].appendCells: Attempting to write column: 26, beyond the last requested column of: 25')
  })

  test('stores and returns formats that do not affect values as sent', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    const repeat = (userEnteredFormat: sheets_v4.Schema$CellFormat, fields: string): BatchRequests => [
      { repeatCell: { range: box(1, 0, 1, 2), cell: { userEnteredFormat }, fields } },
    ]
    const textFormat = { bold: true, foregroundColor: { red: 1 } }
    await batchUpdate(provider, repeat({ horizontalAlignment: 'CENTER', textFormat }, 'userEnteredFormat'))
    await batchUpdate(provider, repeat({ backgroundColor: { green: 1 } }, 'userEnteredFormat.backgroundColor'))
    await batchUpdate(provider, repeat({}, 'userEnteredFormat.textFormat.foregroundColor'))
    const fields = 'sheets.data.rowData.values.userEnteredFormat'
    const { data } = await provider.spreadsheets.get({ spreadsheetId, ranges: ['B2'], fields })
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.userEnteredFormat).toEqual({
      horizontalAlignment: 'CENTER',
      textFormat: { bold: true },
      backgroundColor: { green: 1 },
      backgroundColorStyle: { rgbColor: { green: 1 } },
    })
  })

  test('copyPaste repeats the source in a multiple of its size, otherwise copies it once', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [['a', 'b']])
    await batchUpdate(provider, [
      { copyPaste: { source: box(0, 0, 1, 2), destination: box(1, 0, 2, 4) } },
      { copyPaste: { source: box(0, 0, 1, 2), destination: box(3, 1, 1, 3), pasteOrientation: 'TRANSPOSE' } },
    ])
    expect(await readTable(provider)).toEqual([
      ['a', 'b'],
      ['a', 'b', 'a', 'b'],
      ['a', 'b', 'a', 'b'],
      ['', 'a', 'a', 'a'],
      ['', 'b', 'b', 'b'],
    ])
  })

  test.each([
    ['PASTE_NORMAL', '50%'],
    ['PASTE_VALUES', '12/30/1899'],
    ['PASTE_FORMAT', '700%'],
    ['PASTE_FORMULA', '12/30/1899'],
  ])('%s of a percentage onto a date shows %s', async (pasteType, shown) => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [['50%', '1/6/1900']], 'USER_ENTERED')
    await batchUpdate(provider, [{ copyPaste: { source: box(0, 0, 1, 1), destination: box(0, 1, 1, 1), pasteType } }])
    expect(await readTable(provider, 'B1')).toEqual([[shown]])
  })

  test('copyPaste copies overlapping ranges as they were before', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [[1], [2], [3]])
    await batchUpdate(provider, [{ copyPaste: { source: box(0, 0, 3, 1), destination: box(1, 0, 3, 1) } }])
    expect(await readTable(provider)).toEqual([['1'], ['1'], ['2'], ['3']])
  })
})
