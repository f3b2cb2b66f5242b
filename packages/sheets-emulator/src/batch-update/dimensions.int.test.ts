import { describe, expect, test } from 'vitest'
import { type BatchRequests, batchUpdate, readTable, tabProperties, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

describe('rows and columns', () => {
  test('shrinking the grid drops the cells outside it', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [
      [1, 2, 3],
      [4, 5, 6],
    ])
    const resize = (rowCount: number, columnCount: number): BatchRequests => [
      {
        updateSheetProperties: {
          properties: { sheetId: 0, gridProperties: { rowCount, columnCount } },
          fields: 'gridProperties(rowCount,columnCount)',
        },
      },
    ]
    await batchUpdate(provider, [...resize(1, 2), ...resize(5, 5)])
    expect(await readTable(provider)).toEqual([['1', '2']])
  })

  test('checks the cell limit for new rows before removing columns', async () => {
    await using provider = await startTestEmulator()
    const narrow = { sheetId: 0, gridProperties: { rowCount: 500_000, columnCount: 2 } }
    const both = {
      updateSheetProperties: { properties: narrow, fields: 'gridProperties.rowCount,gridProperties.columnCount' },
    }
    expect(await catchError(batchUpdate(provider, [both]))).toMatchObject({
      status: 400,
      message:
        'Invalid requests[0].updateSheetProperties: This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
    })
    const columnsFirst = { updateSheetProperties: { properties: narrow, fields: 'gridProperties.columnCount' } }
    await batchUpdate(provider, [columnsFirst, both])
    expect((await tabProperties(provider))[0]?.gridProperties).toEqual({ rowCount: 500_000, columnCount: 2 })
  })

  test('the cell limit covers all tabs', async () => {
    await using provider = await startTestEmulator()
    const big = { title: 'Big', gridProperties: { rowCount: 9_974_001, columnCount: 1 } }
    expect((await catchError(batchUpdate(provider, [{ addSheet: { properties: big } }]))).message).toContain(
      'limit of 10000000 cells',
    )
    await batchUpdate(provider, [
      { addSheet: { properties: { ...big, gridProperties: { rowCount: 9_974_000, columnCount: 1 } } } },
    ])
    const grow: BatchRequests = [{ appendDimension: { sheetId: 0, dimension: 'ROWS', length: 1 } }]
    expect((await catchError(batchUpdate(provider, grow))).message).toMatch(
      /^Invalid requests\[0\]\.appendDimension: This action/,
    )
  })

  test('appends rows and columns', async () => {
    await using provider = await startTestEmulator()
    await batchUpdate(provider, [
      { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 7 } },
      { appendDimension: { sheetId: 0, dimension: 'COLUMNS', length: 2 } },
    ])
    expect((await tabProperties(provider))[0]?.gridProperties).toEqual({ rowCount: 1007, columnCount: 28 })
  })

  test('inserted rows and columns move the others and inherit the format of their neighbor', async () => {
    await using provider = await startTestEmulator()
    await writeTable(
      provider,
      'A1',
      [
        ['50%', 'b'],
        ['c', 'd'],
      ],
      'USER_ENTERED',
    )
    await batchUpdate(provider, [
      {
        insertDimension: {
          range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 },
          inheritFromBefore: true,
        },
      },
      { insertDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 1, endIndex: 2 } } },
    ])
    expect(await readTable(provider)).toEqual([['50%', '', 'b'], [], [], ['c', '', 'd']])
    await writeTable(provider, 'A2', [[0.1]])
    expect(await readTable(provider, 'A2')).toEqual([['10%']])
    expect((await tabProperties(provider))[0]?.gridProperties).toEqual({ rowCount: 1002, columnCount: 27 })
  })

  test('deleting rows and columns closes the gap', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [
      ['a', 'b', 'c'],
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ])
    await batchUpdate(provider, [
      { deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 } } },
      { deleteDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 } } },
    ])
    expect(await readTable(provider)).toEqual([
      ['b', 'c'],
      ['8', '9'],
    ])
    expect((await tabProperties(provider))[0]?.gridProperties).toEqual({ rowCount: 998, columnCount: 25 })
  })

  test('rows and columns are hidden and shown, and stay so where others are inserted or deleted', async () => {
    await using provider = await startTestEmulator()
    const change = (
      dimension: 'ROWS' | 'COLUMNS',
      { at: [startIndex, endIndex], hiddenByUser }: { at: [number, number]; hiddenByUser: boolean },
    ) => ({
      updateDimensionProperties: {
        range: { sheetId: 0, dimension, startIndex, endIndex },
        properties: { hiddenByUser },
        fields: 'hiddenByUser',
      },
    })
    const hidden = async () => {
      const fields = 'sheets.data(rowMetadata(hiddenByUser),columnMetadata.hiddenByUser)'
      const { spreadsheetId } = provider
      const { data } = await provider.spreadsheets.get({ spreadsheetId, ranges: ['B3:F9'], fields })
      const { rowMetadata = [], columnMetadata = [] } = data.sheets?.[0]?.data?.[0] ?? {}
      expect([rowMetadata.length, columnMetadata.length]).toEqual([7, 5])
      const indexes = (all: typeof rowMetadata, first: number) =>
        all.flatMap(({ hiddenByUser }, at) => (hiddenByUser ? [first + at] : []))
      return { rows: indexes(rowMetadata, 3), columns: indexes(columnMetadata, 2) }
    }
    const { data: file } = await provider.files.get({ fileId: provider.spreadsheetId, fields: 'version' })
    await batchUpdate(provider, [
      change('ROWS', { at: [3, 6], hiddenByUser: true }),
      change('ROWS', { at: [4, 5], hiddenByUser: false }),
      change('COLUMNS', { at: [2, 3], hiddenByUser: true }),
    ])
    expect(await hidden()).toEqual({ rows: [4, 6], columns: [3] })
    const { data: after } = await provider.files.get({ fileId: provider.spreadsheetId, fields: 'version' })
    expect(Number(after.version)).toBe(Number(file.version) + 1)
    const row = (startIndex: number) => ({
      range: { sheetId: 0, dimension: 'ROWS', startIndex, endIndex: startIndex + 1 },
    })
    await batchUpdate(provider, [{ insertDimension: row(4) }, { deleteDimension: row(3) }])
    expect(await hidden()).toEqual({ rows: [6], columns: [3] })
    const error = await catchError(
      batchUpdate(provider, [
        { updateDimensionProperties: { ...row(1), properties: { pixelSize: 5 }, fields: 'pixelSize' } },
      ]),
    )
    expect(error.message).toContain('does not store pixelSize')
  })

  test.each([
    [{ dimension: 'ROWS', startIndex: 0, endIndex: 1000 }, "You can't delete all the rows on the sheet."],
    [
      { dimension: 'ROWS', startIndex: 1000, endIndex: 1001 },
      "Cannot delete a row that doesn't exist. Tried to delete row index 1000 but there are only 1000 rows.",
    ],
    [{ dimension: 'ROWS', startIndex: 1, endIndex: 1000 }, 'Sorry, it is not possible to delete all non-frozen rows.'],
    [{ dimension: 'ROWS', startIndex: -1, endIndex: 1 }, 'DimensionRange indexes must be >= 0'],
  ])('rejects deleting %j', async (range, message) => {
    await using provider = await startTestEmulator()
    await batchUpdate(provider, [
      {
        updateSheetProperties: {
          properties: { sheetId: 0, gridProperties: { frozenRowCount: 1 } },
          fields: 'gridProperties/frozenRowCount',
        },
      },
    ])
    const error = await catchError(batchUpdate(provider, [{ deleteDimension: { range: { sheetId: 0, ...range } } }]))
    expect(error).toMatchObject({ status: 400, message: `Invalid requests[0].deleteDimension: ${message}` })
  })
})
