import { describe, expect, test } from 'vitest'
import { readRange, writeTable } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

describe('reading', () => {
  test('trims empty cells and rows at the ends, keeps those in between', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'B2', [['a', '', 'c', ''], [''], [1, true, ''], ['', '']])
    expect(await readRange(provider, 'Sheet1')).toEqual({
      range: 'Sheet1!A1:Z1000',
      majorDimension: 'ROWS',
      values: [[], ['', 'a', '', 'c'], [], ['', '1', 'TRUE']],
    })
    expect(await readRange(provider, 'Sheet1!B2:D4', { majorDimension: 'COLUMNS' })).toEqual({
      range: 'Sheet1!B2:D4',
      majorDimension: 'COLUMNS',
      values: [['a', '', '1'], ['', '', 'TRUE'], ['c']],
    })
  })

  test('an empty range has no values', async () => {
    await using provider = await startTestEmulator()
    expect(await readRange(provider, 'C3:D9')).toEqual({ range: 'Sheet1!C3:D9', majorDimension: 'ROWS' })
  })

  test('unformatted values keep their type, and dates are serial numbers', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [['2026-09-05', '50%', '1,234.5', 'TRUE', "'007", '=A1+1']], 'USER_ENTERED')
    const unformatted = { valueRenderOption: 'UNFORMATTED_VALUE' }
    expect((await readRange(provider, 'A1:F1', unformatted)).values).toEqual([
      [46270, 0.5, 1234.5, true, '007', '#ERROR! (The built-in spreadsheets do not compute this formula.)'],
    ])
    expect((await readRange(provider, 'A1:F1')).values).toEqual([
      ['2026-09-05', '50%', '1,234.50', 'TRUE', '007', '#ERROR!'],
    ])
    const asText = { ...unformatted, dateTimeRenderOption: 'FORMATTED_STRING' }
    expect((await readRange(provider, 'A1:B1', asText)).values).toEqual([['2026-09-05', 0.5]])
    expect((await readRange(provider, 'E1:F1', { valueRenderOption: 'FORMULA' })).values).toEqual([['007', '=A1+1']])
  })

  test('returns many ranges in one reply, or an error if any is invalid', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    await writeTable(provider, 'A1', [
      [1, 2],
      [3, 4],
    ])
    const { data } = await provider.values.batchGet({ spreadsheetId, ranges: ['A:A', "'Sheet1'!2:2", 'B2:C'] })
    expect(data.valueRanges?.map(({ range, values }) => [range, values])).toEqual([
      ['Sheet1!A1:A1000', [['1'], ['3']]],
      ['Sheet1!A2:Z2', [['3', '4']]],
      ['Sheet1!B2:C1000', [['4']]],
    ])
    const error = await catchError(provider.values.batchGet({ spreadsheetId, ranges: ['A1', 'NOPE!A5:F15'] }))
    expect(error).toMatchObject({ status: 400, message: 'Unable to parse range: NOPE!A5:F15' })
  })

  test('rejects a range that starts outside the grid', async () => {
    await using provider = await startTestEmulator()
    expect(await catchError(readRange(provider, "'Sheet1'!A5000:B5001"))).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'Range (Sheet1!A5000:B5001) exceeds grid limits. Max rows: 1000, max columns: 26',
          status: 'INVALID_ARGUMENT',
        },
      },
    })
  })

  test.each(["Jon's / data", 'a:b', 'ENT1', '100%', '🎉 party', "''", 'x!A1', 'a?b&c#d', 'values:append'])(
    'reads and writes a tab named %j by its quoted title',
    async (title) => {
      await using provider = await startTestEmulator()
      const { spreadsheetId } = provider
      await provider.spreadsheets.batchUpdate({
        spreadsheetId,
        requestBody: {
          requests: [{ addSheet: { properties: { title, gridProperties: { rowCount: 5, columnCount: 3 } } } }],
        },
      })
      const quoted = `'${title.replaceAll("'", "''")}'`
      await writeTable(provider, `${quoted}!B2`, [['here']])
      expect(await readRange(provider, quoted)).toMatchObject({ range: `${quoted}!A1:C5`, values: [[], ['', 'here']] })
      const appended = { spreadsheetId, range: quoted, valueInputOption: 'RAW', requestBody: { values: [['below']] } }
      expect((await provider.values.append(appended)).data.updates?.updatedRange).toBe(`${quoted}!B3`)
      await provider.values.clear({ spreadsheetId, range: `${quoted}!B2` })
      expect((await readRange(provider, `${quoted}!B2:B3`)).values).toEqual([[], ['below']])
    },
  )
})

describe('writing', () => {
  test('null skips a cell and does not count; empty text clears it and counts', async () => {
    await using provider = await startTestEmulator()
    await writeTable(provider, 'A1', [['a', 'b', 'c']])
    expect(await writeTable(provider, 'A1', [[null, '', 'x'], [null]])).toEqual({
      spreadsheetId: provider.spreadsheetId,
      updatedRange: 'Sheet1!A1:C2',
      updatedRows: 1,
      updatedColumns: 2,
      updatedCells: 2,
    })
    expect((await readRange(provider, 'A1:C1')).values).toEqual([['a', '', 'x']])
  })

  test('stores raw values as sent', async () => {
    await using provider = await startTestEmulator()
    const row = ['=1+1', '007', '2026-01-01', 1.5, false, '23E12', ' x ']
    await writeTable(provider, 'A1', [row])
    expect((await readRange(provider, 'A1:G1', { valueRenderOption: 'UNFORMATTED_VALUE' })).values).toEqual([row])
  })

  test('writes columns down', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    const requestBody = { majorDimension: 'COLUMNS', values: [[1, 2, 3], [4]] }
    await provider.values.update({ spreadsheetId, range: 'B1', valueInputOption: 'RAW', requestBody })
    expect((await readRange(provider, 'B1:C3')).values).toEqual([['1', '4'], ['2'], ['3']])
  })

  test('returns the values of the requested range on request', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    await writeTable(provider, 'A3', [['old']])
    const { data } = await provider.values.update({
      spreadsheetId,
      range: 'A1:B3',
      valueInputOption: 'USER_ENTERED',
      includeValuesInResponse: true,
      responseValueRenderOption: 'UNFORMATTED_VALUE',
      requestBody: { values: [['1/1/1900', 'x']] },
    })
    expect(data.updatedRange).toBe('Sheet1!A1:B1')
    expect(data.updatedData).toEqual({ range: 'Sheet1!A1:B3', majorDimension: 'ROWS', values: [[2, 'x'], [], ['old']] })
  })

  test.each([
    ["'Sheet1'!A1:Z19", 20, 1, "Requested writing within range ['Sheet1'!A1:Z19], but tried writing to row [20]"],
    ['Sheet1!A1:B1', 1, 3, 'Requested writing within range [Sheet1!A1:B1], but tried writing to column [C]'],
    ['A999', 3, 1, 'Requested writing within range [A999], but tried writing to row [1001]'],
    ['Y1', 1, 3, 'Requested writing within range [Y1], but tried writing to column [AA]'],
  ])('rejects values that do not fit in %s and writes nothing', async (range, height, width, message) => {
    await using provider = await startTestEmulator()
    const values = Array.from({ length: height }, () => Array.from({ length: width }, () => 'x'))
    expect(await catchError(writeTable(provider, range, values))).toMatchObject({ status: 400, message })
    expect((await readRange(provider, 'Sheet1')).values).toBeUndefined()
  })

  test('writes a batch completely or not at all', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    const write = (data: object[]) =>
      provider.values.batchUpdate({ spreadsheetId, requestBody: { valueInputOption: 'RAW', data } })
    const error = await catchError(
      write([
        { range: 'A1', values: [['x']] },
        { range: 'Gone!A1', values: [['y']] },
      ]),
    )
    expect(error.message).toBe('Invalid data[1]: Unable to parse range: Gone!A1')
    expect((await readRange(provider, 'A1')).values).toBeUndefined()
    const { data } = await write([
      { range: 'A1:B1', values: [['x', 'y']] },
      { range: 'A5', values: [[1], [2]] },
    ])
    expect(data).toMatchObject({
      totalUpdatedRows: 3,
      totalUpdatedColumns: 2,
      totalUpdatedCells: 4,
      totalUpdatedSheets: 1,
    })
    expect(data.responses?.[1]).toEqual({
      spreadsheetId,
      updatedRange: 'Sheet1!A5:A6',
      updatedRows: 2,
      updatedColumns: 1,
      updatedCells: 2,
    })
  })

  test.each([
    [
      'text over 50,000 characters',
      [['x'.repeat(50_001)]],
      'Your input contains more than the maximum of 50000 characters in a single cell.',
    ],
    ['a list in a cell', [[['x']]], 'Invalid values[0][0]: list_value {\n  values {\n    string_value: "x"\n  }\n}\n'],
    ['an object in a cell', [['a', {}]], 'Invalid values[0][1]: struct_value {\n}\n'],
    [
      'a row that is not a list',
      ['x'],
      `Invalid value at 'data.values[0]' (type.googleapis.com/google.protobuf.ListValue), "x"`,
    ],
  ])('rejects %s', async (_what, values, message) => {
    await using provider = await startTestEmulator()
    const error = await catchError(writeTable(provider, 'A1', values as unknown[][]))
    expect(error.status).toBe(400)
    expect(error.message).toContain(message)
  })

  test('requires valueInputOption', async () => {
    await using provider = await startTestEmulator()
    expect((await catchError(writeTable(provider, 'A1', [[1]], ''))).message).toBe(
      "'valueInputOption' is required but not specified",
    )
    expect((await catchError(writeTable(provider, 'A1', [[1]], 'TYPED'))).message).toBe(
      `Invalid value at 'value_input_option' (type.googleapis.com/google.apps.sheets.v4.ValueInputOption), "TYPED"`,
    )
  })

  test('rejects a body whose range differs from the path', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    const update = provider.values.update({
      spreadsheetId,
      range: 'A1',
      valueInputOption: 'RAW',
      requestBody: { range: 'B1', values: [[1]] },
    })
    expect((await catchError(update)).message).toBe("Request range[A1] does not match value's range[B1]")
  })
})

describe('clearing', () => {
  test('removes values and keeps number formats', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    await writeTable(provider, 'A1', [['50%', 'keep']], 'USER_ENTERED')
    const { data } = await provider.values.clear({ spreadsheetId, range: 'A:A' })
    expect(data).toEqual({ spreadsheetId, clearedRange: 'Sheet1!A1:A1000' })
    await writeTable(provider, 'A1', [[0.25]])
    expect((await readRange(provider, 'A1:B1')).values).toEqual([['25%', 'keep']])
  })

  test('clears many ranges at once, or none if any is invalid', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    await writeTable(provider, 'A1', [[1, 2, 3]])
    const clear = (ranges: string[]) => provider.values.batchClear({ spreadsheetId, requestBody: { ranges } })
    expect((await catchError(clear(['A1', 'A2000:ZZ']))).message).toBe(
      'Invalid range[1]: Range (Sheet1!A2000:ZZ) exceeds grid limits. Max rows: 1000, max columns: 26',
    )
    expect((await clear(['A1', 'C1:C9'])).data.clearedRanges).toEqual(['Sheet1!A1', 'Sheet1!C1:C9'])
    expect((await readRange(provider, 'A1:C1')).values).toEqual([['', '2']])
  })
})

describe('appending', () => {
  test.each([
    ['Sheet1', 'B7', 'B4:D6'],
    ['B4', 'B7', 'B4:D6'],
    ['C5:D5', 'B7', 'B4:D6'],
    ['B2:D4', 'B7', 'B4:D6'],
    ['A3:G10', 'B7', 'B4:D6'],
    ['A1', 'A3', 'A1:C2'],
    ['E4', 'E4', undefined],
  ])('to %s of a tab with two tables writes at %s', async (range, anchor, table) => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    await writeTable(provider, 'A1', [
      ['x', 'y', 'z'],
      ['x', 'y', 'z'],
    ])
    await writeTable(provider, 'B4', [
      ['x', 'y'],
      ['x', 'y', 'z'],
      ['x', 'y'],
    ])
    const requestBody = { values: [['new']] }
    const { data } = await provider.values.append({ spreadsheetId, range, valueInputOption: 'RAW', requestBody })
    expect(data.updates?.updatedRange).toBe(`Sheet1!${anchor}`)
    expect(data.tableRange).toBe(table && `Sheet1!${table}`)
  })

  test('to a whole tab extends the rightmost table that ends in its last row', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    const append = async (range: string) => {
      const requestBody = { values: [['left', '', 'right']] }
      return (await provider.values.append({ spreadsheetId, range, valueInputOption: 'RAW', requestBody })).data
    }
    expect(await append('Sheet1')).toEqual({
      spreadsheetId,
      updates: { spreadsheetId, updatedRange: 'Sheet1!A1:C1', updatedRows: 1, updatedColumns: 3, updatedCells: 3 },
    })
    expect(await append('Sheet1!A1')).toMatchObject({
      tableRange: 'Sheet1!A1',
      updates: { updatedRange: 'Sheet1!A2:C2' },
    })
    expect(await append('Sheet1')).toMatchObject({
      tableRange: 'Sheet1!C1:C2',
      updates: { updatedRange: 'Sheet1!C3:E3' },
    })
  })

  test('no values change no cells, but the reply says where they would go', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    await writeTable(provider, 'A1', [['head', 'head']])
    const append = { spreadsheetId, range: 'A:Z', valueInputOption: 'RAW', requestBody: { values: [[]] } }
    expect((await provider.values.append(append)).data).toEqual({
      spreadsheetId,
      tableRange: 'Sheet1!A1:B1',
      updates: { spreadsheetId, updatedRange: 'Sheet1!A2' },
    })
  })

  test('grows the grid for values that do not fit', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    await writeTable(provider, 'Z1000', [['last']])
    const requestBody = { values: [[1, 2], [3]] }
    const { data } = await provider.values.append({
      spreadsheetId,
      range: 'Z1000',
      valueInputOption: 'RAW',
      requestBody,
    })
    expect(data.updates?.updatedRange).toBe('Sheet1!Z1001:AA1002')
  })

  test('INSERT_ROWS moves the rows below down', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId } = provider
    await writeTable(provider, 'A1', [['head'], ['', ''], ['below']])
    await provider.values.append({
      spreadsheetId,
      range: 'A1',
      valueInputOption: 'RAW',
      insertDataOption: 'INSERT_ROWS',
      requestBody: { values: [['new 1'], ['new 2']] },
    })
    expect((await readRange(provider, 'A1:A9')).values).toEqual([['head'], ['new 1'], ['new 2'], [], ['below']])
  })
})
