import type { sheets_v4 } from '@googleapis/sheets'
import { describe, expect, test } from 'vitest'
import { openWorld, refusalOf, type World } from '../testing/open-world.ts'

type Requests = sheets_v4.Schema$Request[]

async function apply({ spreadsheets, spreadsheetId }: World, requests: Requests, options: object = {}) {
  const { data } = await spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests, ...options } })
  return data
}

async function properties({ spreadsheets, spreadsheetId }: World) {
  const { data } = await spreadsheets.get({ spreadsheetId, fields: 'sheets.properties' })
  return (data.sheets ?? []).map((sheet) => sheet.properties ?? {})
}

async function titles(world: World) {
  return (await properties(world)).map((sheet) => sheet.title)
}

async function put({ values, spreadsheetId }: World, range: string, table: unknown[][], valueInputOption = 'RAW') {
  await values.update({ spreadsheetId, range, valueInputOption, requestBody: { values: table } })
}

async function get({ values, spreadsheetId }: World, range = 'Sheet1') {
  return (await values.get({ spreadsheetId, range })).data.values
}

describe('tabs', () => {
  test('a tab is added with what was asked for and the rest by default', async () => {
    await using world = await openWorld()
    const { replies } = await apply(world, [
      { addSheet: { properties: { title: 'Data', index: 0, gridProperties: { rowCount: 10 } } } },
      { addSheet: {} },
    ])
    expect(replies?.[0]?.addSheet?.properties).toMatchObject({
      title: 'Data',
      index: 0,
      sheetType: 'GRID',
      gridProperties: { rowCount: 10, columnCount: 26 },
    })
    expect(await titles(world)).toEqual(['Data', 'Sheet1', 'Sheet3'])
  })

  test('a tab is removed, but never the last visible one', async () => {
    await using world = await openWorld()
    await apply(world, [{ addSheet: { properties: { title: 'Hidden', sheetId: 5, hidden: true } } }])
    expect((await refusalOf(apply(world, [{ deleteSheet: { sheetId: 0 } }]))).message).toBe(
      "Invalid requests[0].deleteSheet: You can't remove all the visible sheets in a document.",
    )
    await apply(world, [{ deleteSheet: { sheetId: 5 } }])
    expect(await titles(world)).toEqual(['Sheet1'])
    expect((await refusalOf(apply(world, [{ deleteSheet: { sheetId: 0 } }]))).message).toBe(
      "Invalid requests[0].deleteSheet: You can't remove all the sheets in a document.",
    )
  })

  test('a copy of a tab has its cells, formats and size', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [['50%', 'x']], 'USER_ENTERED')
    const { replies } = await apply(world, [
      { duplicateSheet: { sourceSheetId: 0, newSheetId: 9, newSheetName: 'Twin', insertSheetIndex: 1 } },
      { duplicateSheet: { sourceSheetId: 0 } },
    ])
    expect(replies?.[0]?.duplicateSheet?.properties).toMatchObject({ sheetId: 9, title: 'Twin', index: 1 })
    expect(await titles(world)).toEqual(['Copy of Sheet1', 'Sheet1', 'Twin'])
    expect(await get(world, 'Twin')).toEqual([['50%', 'x']])
  })

  test('a tab is copied into another spreadsheet', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [['x']])
    const other = await world.spreadsheets.create({ requestBody: {} })
    const destinationSpreadsheetId = other.data.spreadsheetId ?? ''
    const { data } = await world.spreadsheets.sheets.copyTo({
      spreadsheetId: world.spreadsheetId,
      sheetId: 0,
      requestBody: { destinationSpreadsheetId },
    })
    expect(data).toMatchObject({ title: 'Copy of Sheet1', index: 1 })
    const copied = await world.values.get({ spreadsheetId: destinationSpreadsheetId, range: "'Copy of Sheet1'!A1" })
    expect(copied.data.values).toEqual([['x']])
  })

  test('only the masked properties change', async () => {
    await using world = await openWorld()
    await apply(world, [
      {
        updateSheetProperties: {
          properties: { sheetId: 0, title: 'New', hidden: true, gridProperties: { rowCount: 5, frozenRowCount: 2 } },
          fields: 'title,gridProperties.frozenRowCount',
        },
      },
    ])
    expect(await properties(world)).toEqual([
      {
        sheetId: 0,
        title: 'New',
        index: 0,
        sheetType: 'GRID',
        gridProperties: { rowCount: 1000, columnCount: 26, frozenRowCount: 2 },
      },
    ])
  })

  test('both fields of the colour show the one that was set last', async () => {
    await using world = await openWorld()
    const paint = (properties: sheets_v4.Schema$SheetProperties, fields: string): Requests => [
      { updateSheetProperties: { properties: { sheetId: 0, ...properties }, fields } },
    ]
    await apply(world, paint({ tabColorStyle: { rgbColor: { red: 1, green: 0 } } }, 'tabColorStyle'))
    await apply(world, paint({ tabColor: { blue: 0.2 } }, 'tabColor'))
    expect((await properties(world))[0]).toMatchObject({
      tabColor: { blue: 0.2 },
      tabColorStyle: { rgbColor: { blue: 0.2 } },
    })
    await apply(world, paint({}, 'tabColor'))
    expect((await properties(world))[0]).not.toHaveProperty('tabColorStyle')
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
  ])('%j is refused', async (properties, fields, message) => {
    await using world = await openWorld()
    const request = { updateSheetProperties: { properties: { sheetId: 0, ...properties }, fields } }
    expect((await refusalOf(apply(world, [request]))).message).toBe(
      `Invalid requests[0].updateSheetProperties: ${message}`,
    )
  })

  test.each([
    [0, 2, ['B', 'A', 'C']],
    [0, 3, ['B', 'C', 'A']],
    [0, 1, ['A', 'B', 'C']],
    [2, 0, ['C', 'A', 'B']],
    [2, 1, ['A', 'C', 'B']],
  ])('tab %i moved to index %i, counted before the move, gives %j', async (sheetId, index, order) => {
    await using world = await openWorld()
    await apply(world, [
      { updateSheetProperties: { properties: { sheetId: 0, title: 'A' }, fields: 'title' } },
      { addSheet: { properties: { title: 'B', sheetId: 1 } } },
      { addSheet: { properties: { title: 'C', sheetId: 2 } } },
      { updateSheetProperties: { properties: { sheetId, index }, fields: 'index' } },
    ])
    expect(await titles(world)).toEqual(order)
  })

  test('the spreadsheet itself is renamed', async () => {
    await using world = await openWorld()
    const { updatedSpreadsheet } = await apply(
      world,
      [{ updateSpreadsheetProperties: { properties: { title: 'Renamed', timeZone: 'Asia/Tokyo' }, fields: 'title' } }],
      { includeSpreadsheetInResponse: true },
    )
    expect(updatedSpreadsheet?.properties).toMatchObject({ title: 'Renamed', timeZone: 'Etc/GMT' })
  })
})

test('the reply shows the spreadsheet after the batch, with the ranges asked for', async () => {
  await using world = await openWorld()
  await put(world, 'A1', [
    ['a', 'b'],
    ['c', 'd'],
  ])
  const { updatedSpreadsheet } = await apply(world, [{ addSheet: {} }], {
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

describe('size', () => {
  test('cells outside a smaller grid are gone for good', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [
      [1, 2, 3],
      [4, 5, 6],
    ])
    const resize = (rowCount: number, columnCount: number): Requests => [
      {
        updateSheetProperties: {
          properties: { sheetId: 0, gridProperties: { rowCount, columnCount } },
          fields: 'gridProperties(rowCount,columnCount)',
        },
      },
    ]
    await apply(world, [...resize(1, 2), ...resize(5, 5)])
    expect(await get(world)).toEqual([['1', '2']])
  })

  test('rows are counted against the limit before the columns shrink', async () => {
    await using world = await openWorld()
    const narrow = { sheetId: 0, gridProperties: { rowCount: 500_000, columnCount: 2 } }
    const both = {
      updateSheetProperties: { properties: narrow, fields: 'gridProperties.rowCount,gridProperties.columnCount' },
    }
    expect(await refusalOf(apply(world, [both]))).toMatchObject({
      status: 400,
      message:
        'Invalid requests[0].updateSheetProperties: This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
    })
    const columnsFirst = { updateSheetProperties: { properties: narrow, fields: 'gridProperties.columnCount' } }
    await apply(world, [columnsFirst, both])
    expect((await properties(world))[0]?.gridProperties).toEqual({ rowCount: 500_000, columnCount: 2 })
  })

  test('the limit counts the cells of all tabs', async () => {
    await using world = await openWorld()
    const big = { title: 'Big', gridProperties: { rowCount: 9_974_001, columnCount: 1 } }
    expect((await refusalOf(apply(world, [{ addSheet: { properties: big } }]))).message).toContain(
      'limit of 10000000 cells',
    )
    await apply(world, [
      { addSheet: { properties: { ...big, gridProperties: { rowCount: 9_974_000, columnCount: 1 } } } },
    ])
    const grow: Requests = [{ appendDimension: { sheetId: 0, dimension: 'ROWS', length: 1 } }]
    expect((await refusalOf(apply(world, grow))).message).toMatch(
      /^Invalid requests\[0\]\.appendDimension: This action/,
    )
  })

  test('rows and columns are added at the end', async () => {
    await using world = await openWorld()
    await apply(world, [
      { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 7 } },
      { appendDimension: { sheetId: 0, dimension: 'COLUMNS', length: 2 } },
    ])
    expect((await properties(world))[0]?.gridProperties).toEqual({ rowCount: 1007, columnCount: 28 })
  })

  test('inserted rows and columns move the others and take a format from their neighbour', async () => {
    await using world = await openWorld()
    await put(
      world,
      'A1',
      [
        ['50%', 'b'],
        ['c', 'd'],
      ],
      'USER_ENTERED',
    )
    await apply(world, [
      {
        insertDimension: {
          range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 },
          inheritFromBefore: true,
        },
      },
      { insertDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 1, endIndex: 2 } } },
    ])
    expect(await get(world)).toEqual([['50%', '', 'b'], [], [], ['c', '', 'd']])
    await put(world, 'A2', [[0.1]])
    expect(await get(world, 'A2')).toEqual([['10%']])
    expect((await properties(world))[0]?.gridProperties).toEqual({ rowCount: 1002, columnCount: 27 })
  })

  test('deleted rows and columns close up', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [
      ['a', 'b', 'c'],
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ])
    await apply(world, [
      { deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 } } },
      { deleteDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 } } },
    ])
    expect(await get(world)).toEqual([
      ['b', 'c'],
      ['8', '9'],
    ])
    expect((await properties(world))[0]?.gridProperties).toEqual({ rowCount: 998, columnCount: 25 })
  })

  test.each([
    [{ dimension: 'ROWS', startIndex: 0, endIndex: 1000 }, "You can't delete all the rows on the sheet."],
    [
      { dimension: 'ROWS', startIndex: 1000, endIndex: 1001 },
      "Cannot delete a row that doesn't exist. Tried to delete row index 1000 but there are only 1000 rows.",
    ],
    [{ dimension: 'ROWS', startIndex: 1, endIndex: 1000 }, 'Sorry, it is not possible to delete all non-frozen rows.'],
    [{ dimension: 'ROWS', startIndex: -1, endIndex: 1 }, 'DimensionRange indexes must be >= 0'],
  ])('%j cannot be deleted', async (range, message) => {
    await using world = await openWorld()
    await apply(world, [
      {
        updateSheetProperties: {
          properties: { sheetId: 0, gridProperties: { frozenRowCount: 1 } },
          fields: 'gridProperties/frozenRowCount',
        },
      },
    ])
    const refused = await refusalOf(apply(world, [{ deleteDimension: { range: { sheetId: 0, ...range } } }]))
    expect(refused).toMatchObject({ status: 400, message: `Invalid requests[0].deleteDimension: ${message}` })
  })
})

describe('cells', () => {
  const number = (numberValue: number) => ({ userEnteredValue: { numberValue } })

  test('from a start, only the sent cells change, and only in the masked fields', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [['a', 'b', 'c']])
    const bold = { userEnteredFormat: { textFormat: { bold: true }, numberFormat: { type: 'NUMBER', pattern: '0.0' } } }
    await apply(world, [
      {
        updateCells: {
          start: { sheetId: 0, rowIndex: 0, columnIndex: 0 },
          rows: [{ values: [number(1), {}, { ...number(3), ...bold }] }],
          fields: 'userEnteredValue,userEnteredFormat.numberFormat',
        },
      },
    ])
    expect(await get(world)).toEqual([['1', '', '3.0']])
    const { data } = await world.spreadsheets.get({
      spreadsheetId: world.spreadsheetId,
      ranges: ['C1'],
      fields: 'sheets.data.rowData.values.userEnteredFormat',
    })
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]).toEqual({
      userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern: '0.0' } },
    })
  })

  test('in a range, cells that were not sent lose the masked fields', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ])
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 }
    await apply(world, [{ updateCells: { range, rows: [{ values: [number(1)] }], fields: 'userEnteredValue' } }])
    expect(await get(world)).toEqual([['1'], [], ['e', 'f']])
  })

  test('one cell is repeated over a range', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [[0.5, 0.25]])
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 }
    const cell = { userEnteredFormat: { numberFormat: { type: 'PERCENT', pattern: '0%' } }, note: 'rate' }
    await apply(world, [{ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat,note' } }])
    expect(await get(world)).toEqual([['50%', '25%']])
    const { data } = await world.spreadsheets.get({
      spreadsheetId: world.spreadsheetId,
      fields: 'sheets.data.rowData.values.note',
    })
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[1]).toEqual({ values: [{ note: 'rate' }, { note: 'rate' }] })
  })

  test('what is typed into cells formatted as text stays text', async () => {
    await using world = await openWorld()
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 1 }
    const cell = { userEnteredFormat: { numberFormat: { type: 'TEXT' } } }
    await apply(world, [{ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }])
    await put(world, 'A1', [['007', '=1+1', '50%']], 'USER_ENTERED')
    expect(await get(world)).toEqual([['007', '=1+1', '50%']])
  })

  const box = (startRowIndex: number, startColumnIndex: number, height: number, width: number) => ({
    sheetId: 0,
    startRowIndex,
    startColumnIndex,
    endRowIndex: startRowIndex + height,
    endColumnIndex: startColumnIndex + width,
  })

  test('cells are appended below the last row that holds a value', async () => {
    await using world = await openWorld()
    await put(world, 'C1000', [['last']])
    await apply(world, [{ appendCells: { sheetId: 0, rows: [{ values: [number(7)] }], fields: '*' } }])
    expect(await get(world, 'A1001')).toEqual([['7']])
  })

  test('appended cells never widen the grid', async () => {
    await using world = await openWorld()
    const rows = [{ values: Array.from({ length: 27 }, () => number(1)) }]
    expect((await refusalOf(apply(world, [{ appendCells: { sheetId: 0, rows, fields: '*' } }]))).message).toBe(
      'Invalid requests[0].appendCells: Attempting to write column: 26, beyond the last requested column of: 25',
    )
  })

  test('formats that change no value are kept and shown as they were sent', async () => {
    await using world = await openWorld()
    const { spreadsheetId } = world
    const repeat = (userEnteredFormat: sheets_v4.Schema$CellFormat, fields: string): Requests => [
      { repeatCell: { range: box(1, 0, 1, 2), cell: { userEnteredFormat }, fields } },
    ]
    const textFormat = { bold: true, foregroundColor: { red: 1 } }
    await apply(world, repeat({ horizontalAlignment: 'CENTER', textFormat }, 'userEnteredFormat'))
    await apply(world, repeat({ backgroundColor: { green: 1 } }, 'userEnteredFormat.backgroundColor'))
    await apply(world, repeat({}, 'userEnteredFormat.textFormat.foregroundColor'))
    const fields = 'sheets.data.rowData.values.userEnteredFormat'
    const { data } = await world.spreadsheets.get({ spreadsheetId, ranges: ['B2'], fields })
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.userEnteredFormat).toEqual({
      horizontalAlignment: 'CENTER',
      textFormat: { bold: true },
      backgroundColor: { green: 1 },
      backgroundColorStyle: { rgbColor: { green: 1 } },
    })
  })

  test('a paste fills a multiple of its source, else takes the source once', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [['a', 'b']])
    await apply(world, [
      { copyPaste: { source: box(0, 0, 1, 2), destination: box(1, 0, 2, 4) } },
      { copyPaste: { source: box(0, 0, 1, 2), destination: box(3, 1, 1, 3), pasteOrientation: 'TRANSPOSE' } },
    ])
    expect(await get(world)).toEqual([
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
  ])('%s of a percent onto a date gives %s', async (pasteType, shown) => {
    await using world = await openWorld()
    await put(world, 'A1', [['50%', '1/6/1900']], 'USER_ENTERED')
    await apply(world, [{ copyPaste: { source: box(0, 0, 1, 1), destination: box(0, 1, 1, 1), pasteType } }])
    expect(await get(world, 'B1')).toEqual([[shown]])
  })

  test('overlapping ranges are copied as they were before', async () => {
    await using world = await openWorld()
    await put(world, 'A1', [[1], [2], [3]])
    await apply(world, [{ copyPaste: { source: box(0, 0, 3, 1), destination: box(1, 0, 3, 1) } }])
    expect(await get(world)).toEqual([['1'], ['1'], ['2'], ['3']])
  })
})

describe('refusals', () => {
  test('a batch is applied whole or not at all', async () => {
    await using world = await openWorld()
    const refused = await refusalOf(
      apply(world, [{ addSheet: { properties: { title: 'Half' } } }, { deleteSheet: { sheetId: 404 } }]),
    )
    expect(refused.message).toBe('Invalid requests[1].deleteSheet: No sheet with id: 404')
    expect(await titles(world)).toEqual(['Sheet1'])
  })

  test.each<[string, unknown, string]>([
    ['no request', [], 'Must specify at least one request.'],
    [
      'an unknown request',
      [{ frobnicate: {} }],
      `Invalid JSON payload received. Unknown name "frobnicate" at 'requests[0]': Cannot find field.`,
    ],
    [
      'a request of Google that is not served',
      [{ mergeCells: {} }],
      'Invalid requests[0].mergeCells: This request is not supported by this provider.',
    ],
    [
      'a text for a request',
      ['addSheet'],
      `Invalid value at 'requests[0]' (type.googleapis.com/google.apps.sheets.v4.BatchUpdateSpreadsheetRequest.Request), "addSheet"`,
    ],
    [
      'a misspelt field',
      [{ addSheet: { properties: { titel: 'x' } } }],
      `Invalid JSON payload received. Unknown name "titel" at 'requests[0].add_sheet.properties': Cannot find field.`,
    ],
    [
      'a wrong type',
      [{ deleteSheet: { sheetId: 'first' } }],
      `Invalid value at 'requests[0].delete_sheet.sheet_id' (TYPE_INT32), "first"`,
    ],
    [
      'a wrong dimension',
      [{ appendDimension: { sheetId: 0, dimension: 'ROW', length: 1 } }],
      `Invalid value at 'requests[0].append_dimension.dimension' (type.googleapis.com/google.apps.sheets.v4.Dimension), "ROW"`,
    ],
    [
      'a taken title',
      [{ addSheet: { properties: { title: 'sheet1' } } }],
      'Invalid requests[0].addSheet: A sheet with the name "sheet1" already exists. Please enter another name.',
    ],
    [
      'no mask',
      [{ repeatCell: { range: { sheetId: 0 }, cell: {} } }],
      `Invalid requests[0].repeatCell: At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)`,
    ],
    [
      'an unknown grid',
      [{ insertDimension: { range: { sheetId: 3, dimension: 'ROWS', startIndex: 0, endIndex: 1 } } }],
      'Invalid requests[0].insertDimension: No grid with id: 3',
    ],
    [
      'an insertion behind the grid',
      [{ insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1000, endIndex: 1001 } } }],
      'Invalid requests[0].insertDimension: range.startIndex must be less than the grid size if inheritFromBefore is false',
    ],
  ])('%s', async (_what, requests, message) => {
    await using world = await openWorld()
    const refused = await refusalOf(apply(world, requests as Requests))
    expect(refused).toMatchObject({ status: 400, message })
  })
})
