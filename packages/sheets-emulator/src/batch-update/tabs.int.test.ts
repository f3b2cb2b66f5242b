import type { sheets_v4 } from '@googleapis/sheets'
import { describe, expect, test } from 'vitest'
import {
  type BatchRequests,
  batchUpdate,
  readTable,
  tabProperties,
  tabTitles,
  writeTable,
} from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

describe('tabs', () => {
  test('adds a tab with the requested properties and defaults for the others', async () => {
    await using provider = await startTestEmulator()
    const { replies } = await batchUpdate(provider, [
      { addSheet: { properties: { title: 'Data', index: 0, gridProperties: { rowCount: 10 } } } },
      { addSheet: {} },
    ])
    expect(replies?.[0]?.addSheet?.properties).toMatchObject({
      title: 'Data',
      index: 0,
      sheetType: 'GRID',
      gridProperties: { rowCount: 10, columnCount: 26 },
    })
    expect(await tabTitles(provider)).toEqual(['Data', 'Sheet1', 'Sheet2'])
  })

  test('deletes a tab, but never the last visible one', async () => {
    await using provider = await startTestEmulator()
    await batchUpdate(provider, [{ addSheet: { properties: { title: 'Hidden', sheetId: 5, hidden: true } } }])
    expect((await catchError(batchUpdate(provider, [{ deleteSheet: { sheetId: 0 } }]))).message).toBe(
      "Invalid requests[0].deleteSheet: You can't remove all the visible sheets in a document.",
    )
    await batchUpdate(provider, [{ deleteSheet: { sheetId: 5 } }])
    expect(await tabTitles(provider)).toEqual(['Sheet1'])
    expect((await catchError(batchUpdate(provider, [{ deleteSheet: { sheetId: 0 } }]))).message).toBe(
      "Invalid requests[0].deleteSheet: You can't remove all the sheets in a document.",
    )
  })

  test('a duplicate has the cells, formats and size of its source', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [['50%', 'x']], 'USER_ENTERED')
    const { replies } = await batchUpdate(provider, [
      { duplicateSheet: { sourceSheetId: 0, newSheetId: 9, newSheetName: 'Twin', insertSheetIndex: 1 } },
      { duplicateSheet: { sourceSheetId: 0 } },
    ])
    expect(replies?.[0]?.duplicateSheet?.properties).toMatchObject({ sheetId: 9, title: 'Twin', index: 1 })
    expect(await tabTitles(provider)).toEqual(['Copy of Sheet1', 'Sheet1', 'Twin'])
    expect(await readTable(provider, 'Twin')).toEqual([['50%', 'x']])
  })

  test('copies a tab to another spreadsheet', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [['x']])
    const other = await provider.spreadsheets.create({ requestBody: {} })
    const destinationSpreadsheetId = other.data.spreadsheetId ?? ''
    const { data } = await provider.spreadsheets.sheets.copyTo({
      spreadsheetId: provider.spreadsheetId,
      sheetId: 0,
      requestBody: { destinationSpreadsheetId },
    })
    expect(data).toMatchObject({ title: 'Copy of Sheet1', index: 1 })
    const copied = await provider.values.get({ spreadsheetId: destinationSpreadsheetId, range: "'Copy of Sheet1'!A1" })
    expect(copied.data.values).toEqual([['x']])
  })

  test('changes only the masked properties', async () => {
    await using provider = await startTestEmulator()
    await batchUpdate(provider, [
      {
        updateSheetProperties: {
          properties: { sheetId: 0, title: 'New', hidden: true, gridProperties: { rowCount: 5, frozenRowCount: 2 } },
          fields: 'title,gridProperties.frozenRowCount',
        },
      },
    ])
    expect(await tabProperties(provider)).toEqual([
      {
        sheetId: 0,
        title: 'New',
        index: 0,
        sheetType: 'GRID',
        gridProperties: { rowCount: 1000, columnCount: 26, frozenRowCount: 2 },
      },
    ])
  })

  test('both color fields show the color that was set last', async () => {
    await using provider = await startTestEmulator()
    const paint = (properties: sheets_v4.Schema$SheetProperties, fields: string): BatchRequests => [
      { updateSheetProperties: { properties: { sheetId: 0, ...properties }, fields } },
    ]
    await batchUpdate(provider, paint({ tabColorStyle: { rgbColor: { red: 1, green: 0 } } }, 'tabColorStyle'))
    await batchUpdate(provider, paint({ tabColor: { blue: 0.2 } }, 'tabColor'))
    expect((await tabProperties(provider))[0]).toMatchObject({
      tabColor: { blue: 0.2 },
      tabColorStyle: { rgbColor: { blue: 0.2 } },
    })
    await batchUpdate(provider, paint({}, 'tabColor'))
    expect((await tabProperties(provider))[0]).not.toHaveProperty('tabColorStyle')
  })

  test.each([
    [{ hidden: true }, 'hidden', "You can't hide all the sheets in a document."],
    [
      { gridProperties: { frozenRowCount: 1000 } },
      'gridProperties.frozenRowCount',
      "You can't freeze all visible rows on the sheet.",
    ],
    [{ gridProperties: { rowCount: 0 } }, 'gridProperties.rowCount', "You can't delete all the rows on the sheet."],
    [{ title: '' }, 'title', 'Sheet title cannot be empty.'],
    [{ title: 'x' }, 'titel', 'Invalid field: titel'],
  ])('rejects %j', async (properties, fields, message) => {
    await using provider = await startTestEmulator()
    const request = { updateSheetProperties: { properties: { sheetId: 0, ...properties }, fields } }
    expect((await catchError(batchUpdate(provider, [request]))).message).toBe(
      `Invalid requests[0].updateSheetProperties: ${message}`,
    )
  })

  test.each([
    [0, 2, ['B', 'A', 'C']],
    [0, 3, ['B', 'C', 'A']],
    [0, 1, ['A', 'B', 'C']],
    [2, 0, ['C', 'A', 'B']],
    [2, 1, ['A', 'C', 'B']],
  ])('moving tab %i to index %i, counted before the move, gives %j', async (sheetId, index, order) => {
    await using provider = await startTestEmulator()
    await batchUpdate(provider, [
      { updateSheetProperties: { properties: { sheetId: 0, title: 'A' }, fields: 'title' } },
      { addSheet: { properties: { title: 'B', sheetId: 1 } } },
      { addSheet: { properties: { title: 'C', sheetId: 2 } } },
      { updateSheetProperties: { properties: { sheetId, index }, fields: 'index' } },
    ])
    expect(await tabTitles(provider)).toEqual(order)
  })

  test('renames the spreadsheet', async () => {
    await using provider = await startTestEmulator()
    const { updatedSpreadsheet } = await batchUpdate(
      provider,
      [{ updateSpreadsheetProperties: { properties: { title: 'Renamed', timeZone: 'Asia/Tokyo' }, fields: 'title' } }],
      { includeSpreadsheetInResponse: true },
    )
    expect(updatedSpreadsheet?.properties).toMatchObject({ title: 'Renamed', timeZone: 'Etc/GMT' })
  })
})

test('the reply includes the updated spreadsheet with the requested ranges', async () => {
  await using provider = await startTestEmulator()
  await writeTable(provider, 'A1', [
    ['a', 'b'],
    ['c', 'd'],
  ])
  const { updatedSpreadsheet } = await batchUpdate(provider, [{ addSheet: {} }], {
    includeSpreadsheetInResponse: true,
    responseRanges: ['Sheet1!B2:C3'],
    responseIncludeGridData: true,
  })
  expect(updatedSpreadsheet?.sheets).toHaveLength(1)
  expect(updatedSpreadsheet?.sheets?.[0]?.data?.[0]).toMatchObject({
    startRow: 1,
    startColumn: 1,
    rowData: [{ values: [{ formattedValue: 'd' }] }],
  })
})
