import { describe, expect, test } from 'vitest'
import { type BatchRequests, batchUpdate } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

describe('a new spreadsheet', () => {
  test('has the same properties as a new one in Google Sheets', async () => {
    await using provider = await startTestEmulator()
    const { data } = await provider.spreadsheets.get({ spreadsheetId: provider.spreadsheetId })
    expect(data).toMatchObject({
      spreadsheetId: provider.spreadsheetId,
      properties: {
        title: 'Ledger',
        locale: 'en_US',
        autoRecalc: 'ON_CHANGE',
        timeZone: 'Etc/GMT',
        defaultFormat: {
          verticalAlignment: 'BOTTOM',
          textFormat: { fontFamily: 'arial,sans,sans-serif', fontSize: 10 },
        },
        spreadsheetTheme: { primaryFontFamily: 'Arial' },
      },
      spreadsheetUrl: `${provider.emulator.url}/spreadsheets/d/${provider.spreadsheetId}/edit`,
    })
    expect(data.properties?.spreadsheetTheme?.themeColors).toHaveLength(9)
    expect(data.sheets).toEqual([
      {
        properties: {
          sheetId: 0,
          title: 'Sheet1',
          index: 0,
          sheetType: 'GRID',
          gridProperties: { rowCount: 1000, columnCount: 26 },
        },
      },
    ])
  })

  test('has the tabs of the request instead of the default tab', async () => {
    await using provider = await startTestEmulator()
    const { data } = await provider.spreadsheets.create({
      requestBody: {
        properties: { title: 'Two', locale: 'en_US', timeZone: 'Europe/Berlin' },
        sheets: [
          { properties: { title: 'One', gridProperties: { rowCount: 5, columnCount: 4, frozenRowCount: 1 } } },
          { properties: { title: 'Other', sheetId: 77, hidden: true } },
        ],
      },
      fields: 'properties(title,locale,timeZone),sheets.properties(sheetId,title,index,hidden,gridProperties)',
    })
    expect(data).toEqual({
      properties: { title: 'Two', locale: 'en_US', timeZone: 'Europe/Berlin' },
      sheets: [
        {
          properties: {
            sheetId: 0,
            title: 'One',
            index: 0,
            gridProperties: { rowCount: 5, columnCount: 4, frozenRowCount: 1 },
          },
        },
        {
          properties: {
            sheetId: 77,
            title: 'Other',
            index: 1,
            hidden: true,
            gridProperties: { rowCount: 1000, columnCount: 26 },
          },
        },
      ],
    })
  })
})

test('refuses a locale whose numbers and dates it would not read', async () => {
  await using provider = await startTestEmulator()
  const message = 'This provider does not support the locale de_DE, only en_US.'
  const properties = { locale: 'de_DE' }
  expect(await catchError(provider.spreadsheets.create({ requestBody: { properties } }))).toMatchObject({
    status: 400,
    message,
  })
  const update: BatchRequests = [{ updateSpreadsheetProperties: { properties, fields: 'locale' } }]
  expect((await catchError(batchUpdate(provider, update))).message).toContain(message)
})

test('stores cells sent with a new tab', async () => {
  await using provider = await startTestEmulator()
  const rowData = [{ values: [{ userEnteredValue: { stringValue: 'a' } }, { userEnteredValue: { numberValue: 5 } }] }]
  const sheets = [{ properties: { title: 'Filled' }, data: [{ startRow: 2, startColumn: 1, rowData }] }]
  const { data } = await provider.spreadsheets.create({ requestBody: { sheets } })
  const read = await provider.values.get({ spreadsheetId: data.spreadsheetId ?? '', range: 'Filled' })
  expect(read.data.values).toEqual([[], [], ['', 'a', '5']])
})

describe('reading cell data', () => {
  async function openFilled() {
    const provider = await startTestEmulator()
    await provider.values.update({
      spreadsheetId: provider.spreadsheetId,
      range: 'B2',
      valueInputOption: 'USER_ENTERED',
      requestBody: { values: [['2026-09-05', 'text'], [], [true, '=A1']] },
    })
    return provider
  }

  test('a cell has its entered value, effective value and format', async () => {
    await using provider = await openFilled()
    const { data } = await provider.spreadsheets.get({
      spreadsheetId: provider.spreadsheetId,
      ranges: ['Sheet1!B2:D9'],
      includeGridData: true,
    })
    const grid = data.sheets?.[0]?.data?.[0]
    expect(grid).toMatchObject({ startRow: 1, startColumn: 1 })
    expect(grid?.rowMetadata).toHaveLength(8)
    expect(grid?.columnMetadata).toEqual([{ pixelSize: 100 }, { pixelSize: 100 }, { pixelSize: 100 }])
    expect(grid?.rowData).toHaveLength(3)
    expect(grid?.rowData?.[1]).toEqual({})
    expect(grid?.rowData?.[0]?.values?.[0]).toMatchObject({
      userEnteredValue: { numberValue: 46270 },
      effectiveValue: { numberValue: 46270 },
      formattedValue: '2026-09-05',
      userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } },
      effectiveFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' }, horizontalAlignment: 'RIGHT' },
    })
    expect(grid?.rowData?.[2]?.values?.[1]).toMatchObject({
      userEnteredValue: { formulaValue: '=A1' },
      effectiveValue: {
        errorValue: { type: 'ERROR', message: 'The built-in spreadsheets do not compute this formula.' },
      },
      formattedValue: '#ERROR!',
    })
  })

  test('a mask overrides includeGridData', async () => {
    await using provider = await openFilled()
    const { spreadsheetId } = provider
    const shown = await provider.spreadsheets.get({
      spreadsheetId,
      fields: 'sheets/data/rowData/values/formattedValue',
    })
    expect(shown.data.sheets?.[0]?.data?.[0]?.rowData?.[3]).toEqual({
      values: [{}, { formattedValue: 'TRUE' }, { formattedValue: '#ERROR!' }],
    })
    const hidden = await provider.spreadsheets.get({
      spreadsheetId,
      includeGridData: true,
      fields: 'sheets.properties.title',
    })
    expect(hidden.data).toEqual({ sheets: [{ properties: { title: 'Sheet1' } }] })
  })

  test('ranges select their tabs, and each has its own block of cells', async () => {
    await using provider = await openFilled()
    const { spreadsheetId } = provider
    await provider.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests: [{ addSheet: {} }] } })
    const { data } = await provider.spreadsheets.get({
      spreadsheetId,
      ranges: ['Sheet1!B2', 'Sheet1!C4:C5'],
      fields: 'sheets(properties.title,data(startRow,rowData.values.formattedValue))',
    })
    expect(data.sheets).toEqual([
      {
        properties: { title: 'Sheet1' },
        data: [
          { startRow: 1, rowData: [{ values: [{ formattedValue: '2026-09-05' }] }] },
          { startRow: 3, rowData: [{ values: [{ formattedValue: '#ERROR!' }] }] },
        ],
      },
    ])
  })

  test('a data filter selects ranges in A1 notation or by index', async () => {
    await using provider = await openFilled()
    const { data } = await provider.spreadsheets.getByDataFilter({
      spreadsheetId: provider.spreadsheetId,
      fields: 'sheets.data.rowData.values.formattedValue',
      requestBody: {
        dataFilters: [
          { a1Range: 'B2' },
          { gridRange: { sheetId: 0, startRowIndex: 3, endRowIndex: 4, startColumnIndex: 1 } },
        ],
      },
    })
    expect(data.sheets?.[0]?.data).toEqual([
      { rowData: [{ values: [{ formattedValue: '2026-09-05' }] }] },
      { rowData: [{ values: [{ formattedValue: 'TRUE' }, { formattedValue: '#ERROR!' }] }] },
    ])
  })
})

describe('errors', () => {
  test('a missing spreadsheet', async () => {
    await using provider = await startTestEmulator()
    expect(await catchError(provider.spreadsheets.get({ spreadsheetId: 'none' }))).toMatchObject({
      status: 404,
      body: { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } },
    })
  })

  test('a mask that names an unknown field', async () => {
    await using provider = await startTestEmulator()
    const error = await catchError(
      provider.spreadsheets.get({ spreadsheetId: provider.spreadsheetId, fields: 'sheets.properties.titel' }),
    )
    expect(error).toMatchObject({
      status: 400,
      message: 'Request contains an invalid argument.',
      body: { error: { details: [{ fieldViolations: [{ field: 'sheets.properties.titel' }] }] } },
    })
  })

  test.each([
    ['GET', '/v4/spreadsheets/ID?foo=1', 400],
    ['GET', '/v4/spreadsheets/ID/values', 404],
    ['GET', '/v4/spreadsheets/ID/values/%E0%A4%A', 400],
    ['GET', '/v4/nothing', 404],
    ['GET', '/v5', 404],
    ['DELETE', '/v4/spreadsheets/ID', 404],
    ['POST', '/v4/spreadsheets/ID:batchUpdate', 400],
    ['GET', '/v4/spreadsheets/ID/values/A1?majorDimension=DIAGONAL', 400],
  ])('%s %s returns an error body', async (method, path, status) => {
    await using provider = await startTestEmulator()
    const response = await fetch(provider.emulator.url + path.replace('ID', provider.spreadsheetId), { method })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code: status } })
  })

  test.each([
    ['not JSON', '{"requests": [', 'Invalid JSON payload received.'],
    [
      'a body over ten megabytes',
      `"${'x'.repeat(10_485_760)}"`,
      'Request payload size exceeds the limit: 10485760 bytes.',
    ],
    ['a list', '[]', 'Invalid value'],
    ['an unknown name', '{"request":[]}', 'Invalid JSON payload received. Unknown name "request": Cannot find field.'],
  ])('%s', async (_what, body, message) => {
    await using provider = await startTestEmulator()
    const url = `${provider.emulator.url}/v4/spreadsheets/${provider.spreadsheetId}:batchUpdate`
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const reply = await response.json()
    expect(response.status).toBe(400)
    expect(reply).toMatchObject({ error: { message: expect.stringContaining(message) } })
  })
})

test.each([
  ['limits a range to the grid', false],
  ['refuses a range beyond the grid, if asked to', true],
])('%s', async (_what, refusesLongRanges) => {
  await using provider = await startTestEmulator({ refusesLongRanges })
  const { spreadsheetId } = provider
  const read = (range: string) =>
    provider.spreadsheets.get({ spreadsheetId, ranges: [range], fields: 'sheets.data.rowData.values' })
  expect((await read('Sheet1!A1:Z1000')).status).toBe(200)
  if (!refusesLongRanges) expect((await read('Sheet1!A1:ZZZ12')).status).toBe(200)
  else
    expect(await catchError(read('Sheet1!A1:ZZZ12'))).toMatchObject({
      status: 400,
      message: 'Range (Sheet1!A1:ZZZ12) exceeds grid limits. Max rows: 1000, max columns: 26',
    })
})
