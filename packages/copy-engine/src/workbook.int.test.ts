import { afterAll, describe, expect, test } from 'vitest'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import type { Spreadsheet } from '#domain/copy/spreadsheet.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { editOverHttp } from '#tests/support/edit-over-http.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

/* Both workbooks of the tests, the real client over HTTP and the one in memory, give the same answers. */

const http = await startTestProvider()
const memory = createMemoryProvider()
afterAll(() => http[Symbol.asyncDispose]())

const ROWS = [['id', 'name', ''], [], [1, '', true], ['007', '=1', '']]
const DATE = { type: 'DATE', pattern: 'yyyy-mm-dd' }
const ROWS_2_TO_3 = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 }
const B3_TO_C4 = { sheetId: 0, startRowIndex: 2, endRowIndex: 4, startColumnIndex: 1, endColumnIndex: 3 }
const access = { accounts: [], owner: '', signal: new AbortController().signal, onWait() {}, log() {} }

describe.each([
  ['over HTTP', { ...http, ...editOverHttp(http), provider: http.google }],
  ['in memory', memory],
])('a workbook %s', (_name, world) => {
  async function open() {
    const id = await world.spreadsheet({ rows: ROWS, rowCount: 6, columnCount: 4 })
    const workbook = world.provider.connect(access)
    const spreadsheet = await workbook.getSpreadsheet(id)
    const [tab] = spreadsheet.tabs
    if (!tab) throw new Error('The spreadsheet has no tab')
    const whole = { tab: tab.title, firstRow: 1, firstColumn: 1, lastRow: 100, lastColumn: 100 }
    return { id, workbook, spreadsheet, tab, whole }
  }

  test('lists the tabs of a spreadsheet', async () => {
    const { id, spreadsheet } = await open()
    const tab = { sheetId: 0, title: 'Sheet1', rowCount: 6, columnCount: 4, isHidden: false }
    expect(spreadsheet).toMatchObject({ id, tabs: [tab], otherTabs: [] })
  })

  test('reads values without trailing empty cells and rows, inside the grid', async () => {
    const { workbook, spreadsheet, whole } = await open()
    const { rows, text, inGrid } = await workbook.readValues({ spreadsheet, range: whole })
    expect(rows).toEqual([['id', 'name'], [], [1, '', true], ['007', '=1']])
    expect(JSON.parse(text?.json ?? '')).toEqual(rows)
    expect(inGrid).toEqual({ ...whole, lastRow: 6, lastColumn: 4 })
    const part = { ...whole, firstRow: 5, lastRow: 6 }
    expect((await workbook.readValues({ spreadsheet, range: part })).rows).toEqual([])
  })

  test('measures samples and finds hidden rows on request', async () => {
    const { workbook, spreadsheet, whole } = await open()
    const samples = [{ firstRow: 3, lastRow: 4 }]
    const { sampleBytes } = await workbook.readValues({ spreadsheet, range: { ...whole, lastRow: 1 }, samples })
    expect(sampleBytes).toEqual([jsonBytes([1, '', true]) + jsonBytes(['007', '=1'])])
    expect((await workbook.readValues({ spreadsheet, range: whole, asksHidden: true })).hidden).toEqual([])
  })

  test('writes values as they are, skips null and clears with an empty text', async () => {
    const { id, workbook, spreadsheet, tab } = await open()
    const patches = [{ row: 3, column: 1, cells: [[null, '=2', ''], ['1']] }]
    const written = await workbook.writeValues({ spreadsheet, tabTitle: tab.title, patches })
    expect(written).toEqual({ isAsSent: true, moved: [] })
    expect(await world.read(id)).toEqual([['id', 'name'], [], [1, '=2'], ['1', '=1']])
  })

  test('rejects cells outside the grid, and writes none of the patches', async () => {
    const { id, workbook, spreadsheet, tab, whole } = await open()
    const patches = [
      { row: 1, column: 1, cells: [['changed']] },
      { row: 7, column: 1, cells: [['below']] },
    ]
    const writing = workbook.writeValues({ spreadsheet, tabTitle: tab.title, patches })
    await expect(writing).rejects.toMatchObject({ name: 'ProviderError', reason: 'grid_changed' })
    expect((await world.read(id))[0]).toEqual(['id', 'name'])
    const reading = workbook.readValues({ spreadsheet, range: { ...whole, firstRow: 7 } })
    await expect(reading).rejects.toMatchObject({ reason: 'grid_changed' })
  })

  test('names a missing spreadsheet and a missing tab', async () => {
    const { workbook, spreadsheet, whole } = await open()
    await expect(workbook.getSpreadsheet('missing')).rejects.toMatchObject({
      name: 'ProviderError',
      reason: 'not_found',
    })
    await expect(workbook.readValues({ spreadsheet, range: { ...whole, tab: 'Gone' } })).rejects.toMatchObject({
      reason: 'tab_missing',
    })
  })

  test('creates a tab and lets it grow, never shrink', async () => {
    const { id, workbook, spreadsheet } = await open()
    const required = { spreadsheet, title: 'New', rows: 3, columns: 2 }
    const created = await workbook.createOrGrowTab({ ...required, tab: undefined })
    expect(created).toMatchObject({ title: 'New', rowCount: 3, columnCount: 2 })
    const current: Spreadsheet = await workbook.getSpreadsheet(id)
    const grown = await workbook.createOrGrowTab({
      ...required,
      spreadsheet: current,
      tab: created,
      rows: 2,
      columns: 5,
    })
    expect(grown).toEqual({ ...created, columnCount: 5 })
    expect((await workbook.getSpreadsheet(id)).tabs[1]).toEqual(grown)
  })

  test('sets number formats and notes, and reads facts of cells up to the last one with content', async () => {
    const { workbook, spreadsheet, tab, whole } = await open()
    await workbook.setFormats({ spreadsheet, tab, formats: [{ column: 2, firstRow: 2, lastRow: 3, format: DATE }] })
    await workbook.setNotes({ spreadsheet, tab, notes: [{ row: 1, column: 1, text: 'a note' }] })
    const range = whole
    const formats = await workbook.readCells('format', { spreadsheet, range })
    expect(formats.rows).toEqual([
      [undefined, undefined],
      [undefined, DATE],
      [undefined, DATE, undefined],
      [undefined, undefined],
    ])
    expect(formats).toMatchObject({ merges: [], tables: [], protectedAreas: [], hasFilter: false })
    expect(formats.spreadsheet).toMatchObject({ isPartial: true, tabs: [tab] })
    expect((await workbook.readCells('note', { spreadsheet, range })).rows).toEqual([
      ['a note', ''],
      ['', ''],
      ['', '', ''],
      ['', ''],
    ])
    const entered = await workbook.readCells('entered', { spreadsheet, range })
    expect(entered.rows).toEqual([
      ['id', 'name'],
      [undefined, undefined],
      [1, undefined, true],
      ['007', '=1'],
    ])
    await workbook.setFormats({ spreadsheet, tab, formats: [{ column: 2, firstRow: 3, format: null }] })
    expect((await workbook.readCells('format', { spreadsheet, range })).rows.slice(0, 3)).toEqual([
      [undefined, undefined],
      [undefined, DATE],
      [undefined, undefined, undefined],
    ])
    await workbook.setNotes({ spreadsheet, tab, notes: [{ row: 1, column: 1, text: '' }] })
    expect((await workbook.readCells('note', { spreadsheet, range })).rows[0]).toEqual(['', ''])
  })

  test('drops values of covered cells of a merge, and says that a write is not as sent', async () => {
    const { id, workbook, spreadsheet, tab, whole } = await open()
    await world.edit(id, { mergeCells: { range: B3_TO_C4, mergeType: 'MERGE_ALL' } })
    expect(await world.read(id)).toEqual([['id', 'name'], [], [1], ['007']])
    const patches = [{ row: 3, column: 2, cells: [['first', 'covered']] }]
    expect(await workbook.writeValues({ spreadsheet, tabTitle: tab.title, patches })).toMatchObject({ isAsSent: false })
    expect((await world.read(id))[2]).toEqual([1, 'first'])
    const { merges } = await workbook.readCells('computation', { spreadsheet, range: whole })
    expect(merges).toEqual([{ firstRow: 3, lastRow: 4, firstColumn: 2, lastColumn: 3 }])
  })

  test('refuses writes, formats and notes in the protected range of another person', async () => {
    const { id, workbook, spreadsheet, tab, whole } = await open()
    await world.edit(id, { addProtectedRange: { protectedRange: { range: B3_TO_C4, editors: { users: ['owner'] } } } })
    const { protectedAreas } = await workbook.readCells('computation', { spreadsheet, range: whole })
    expect(protectedAreas).toEqual([{ firstRow: 3, lastRow: 4, firstColumn: 2, lastColumn: 3, open: [] }])
    const refused = { name: 'ProviderError', reason: 'protected' }
    const patches = [
      { row: 1, column: 1, cells: [['changed']] },
      { row: 4, column: 1, cells: [['x', null, 'y']] },
    ]
    await expect(workbook.writeValues({ spreadsheet, tabTitle: tab.title, patches })).rejects.toMatchObject(refused)
    const formats = [{ column: 2, firstRow: 2, format: DATE }]
    await expect(workbook.setFormats({ spreadsheet, tab, formats })).rejects.toMatchObject(refused)
    const notes = [{ row: 3, column: 2, text: 'a note' }]
    await expect(workbook.setNotes({ spreadsheet, tab, notes })).rejects.toMatchObject(refused)
    expect(await world.read(id)).toEqual([['id', 'name'], [], [1, '', true], ['007', '=1']])
  })

  test('reads formulas and errors apart from their results, until a value replaces them', async () => {
    const { id, workbook, spreadsheet, tab, whole } = await open()
    await world.fill(id, 'Sheet1!A2', [
      [
        { formula: '=1+1', value: 2 },
        { formula: '=NA()', value: '#N/A ()', errorType: 'N_A' },
        { formula: '="a"', value: 'a' },
      ],
    ])
    const range = { ...whole, firstRow: 2, lastRow: 2 }
    const readFact = async (fact: Parameters<typeof workbook.readCells>[0]) =>
      (await workbook.readCells(fact, { spreadsheet, range })).rows[0]
    expect((await workbook.readValues({ spreadsheet, range })).rows).toEqual([[2, '#N/A ()', 'a']])
    const entered = await workbook.readValues({ spreadsheet, range, asEntered: true })
    expect(entered.rows).toEqual([['=1+1', '=NA()', '="a"']])
    expect(await readFact('computation')).toEqual(['formula', 'formula', 'formula'])
    expect(await readFact('isResult')).toEqual([true, true, true])
    expect(await readFact('isSpilled')).toEqual([false, false, false])
    expect(await readFact('entered')).toEqual([{ formula: '=1+1' }, { formula: '=NA()' }, { formula: '="a"' }])
    expect(await readFact('errorType')).toEqual([undefined, 'N_A', undefined])
    expect(await readFact('texts')).toEqual([{}, {}, { shown: 'a' }])
    expect(await readFact('shown')).toMatchObject([
      { value: 2, text: '2' },
      { value: '', text: '#N/A' },
      { value: 'a', text: 'a' },
    ])
    const patches = [{ row: 2, column: 1, cells: [[7, '#N/A', '']] }]
    const written = await workbook.writeValues({ spreadsheet, tabTitle: tab.title, patches })
    expect(written).toEqual({ isAsSent: true, moved: [] })
    expect(await readFact('computation')).toEqual([undefined, undefined])
    expect(await readFact('errorType')).toEqual([undefined, undefined])
  })

  test('follows rows that other people insert, delete and clear, with their formats, merges and hidden rows', async () => {
    const { id, workbook, spreadsheet, tab, whole } = await open()
    await workbook.setFormats({ spreadsheet, tab, formats: [{ column: 1, firstRow: 2, lastRow: 2, format: DATE }] })
    const hidden = { properties: { hiddenByUser: true }, fields: 'hiddenByUser' }
    await world.edit(id, { updateDimensionProperties: { range: { ...ROWS_2_TO_3, startIndex: 2 }, ...hidden } })
    await world.edit(id, { insertDimension: { range: ROWS_2_TO_3 } })
    expect(await world.read(id)).toEqual([['id', 'name'], [], [], [], [1, '', true], ['007', '=1']])
    const formats = await workbook.readCells('format', { spreadsheet, range: whole })
    expect(formats.rows.map(([format]) => format)).toEqual([undefined, DATE, DATE, DATE, undefined, undefined])
    expect(formats.spreadsheet.tabs).toMatchObject([{ rowCount: 8 }])
    const shown = await workbook.readValues({ spreadsheet, range: { ...whole, firstRow: 5 }, asksHidden: true })
    expect(shown).toMatchObject({
      hidden: [5],
      rows: [
        [1, '', true],
        ['007', '=1'],
      ],
    })
    await world.edit(id, { deleteDimension: { range: ROWS_2_TO_3 } })
    expect((await workbook.readValues({ spreadsheet, range: whole, asksHidden: true })).hidden).toEqual([3])
    await world.edit(id, { mergeCells: { range: B3_TO_C4, mergeType: 'MERGE_ALL' } })
    await world.edit(id, { insertDimension: { range: ROWS_2_TO_3 } })
    const { merges } = await workbook.readCells('computation', { spreadsheet, range: whole })
    expect(merges).toEqual([{ firstRow: 5, lastRow: 6, firstColumn: 2, lastColumn: 3 }])
    await world.clear(id, 'Sheet1!A5:A5')
    expect(await world.read(id)).toEqual([['id', 'name'], [], [], [], [], ['007']])
  })

  test('renames, hides, adds and removes tabs, and reads the first visible one without a name', async () => {
    const { id, workbook, spreadsheet, whole } = await open()
    await world.edit(
      id,
      {
        addSheet: {
          properties: { sheetId: 7, title: 'New', index: 0, gridProperties: { rowCount: 3, columnCount: 2 } },
        },
      },
      { updateSheetProperties: { properties: { sheetId: 0, title: 'Renamed' }, fields: 'title' } },
      { updateSpreadsheetProperties: { properties: { title: 'Orders' }, fields: 'title' } },
    )
    expect(await workbook.getSpreadsheet(id)).toMatchObject({
      title: 'Orders',
      tabs: [{ sheetId: 7, title: 'New', rowCount: 3, columnCount: 2 }, { title: 'Renamed' }],
    })
    await expect(workbook.readValues({ spreadsheet, range: whole })).rejects.toMatchObject({ reason: 'tab_missing' })
    await world.edit(id, { updateSheetProperties: { properties: { sheetId: 7, hidden: true }, fields: 'hidden' } })
    const { tab: _, ...range } = whole
    const first = await workbook.readCells('note', { spreadsheet, range: range as typeof whole })
    expect(first.spreadsheet.tabs).toMatchObject([{ title: 'Renamed' }])
    await world.edit(id, { deleteSheet: { sheetId: 7 } })
    expect((await workbook.getSpreadsheet(id)).tabs).toMatchObject([{ title: 'Renamed' }])
  })

  test('each edit gives a file another version, and the trash is known', async () => {
    const { id, workbook, spreadsheet, tab } = await open()
    const versions = new Set<string | undefined>()
    const readVersion = async () => versions.add((await world.provider.connect(access).fileState(id))?.version)
    await readVersion()
    await workbook.writeValues({ spreadsheet, tabTitle: tab.title, patches: [{ row: 1, column: 1, cells: [['x']] }] })
    await readVersion()
    await world.edit(id, { insertDimension: { range: ROWS_2_TO_3 } })
    await readVersion()
    expect(versions.size).toBe(3)
    await world.setInTrash(id, true)
    expect(await world.provider.connect(access).fileState(id)).toMatchObject({ isInTrash: true, isSpreadsheet: true })
    expect(await workbook.fileState('missing')).toBeUndefined()
  })

  test('counts one request for each call', async () => {
    const { id, workbook, spreadsheet, tab, whole } = await open()
    const [read, write] = [
      { reads: 1, writes: 0, drive: 0 },
      { reads: 0, writes: 1, drive: 0 },
    ]
    const samples = [{ firstRow: 3, lastRow: 4 }]
    const patches = [1, 3].map((row) => ({ row, column: 1, cells: [['x']] }))
    const formats = [2, 3].map((column) => ({ column, firstRow: 1, format: DATE }))
    const notes = [{ row: 1, column: 1, text: 'x' }]
    const calls: [call: () => Promise<unknown>, requests: object][] = [
      [() => workbook.getSpreadsheet(id), read],
      [() => workbook.readValues({ spreadsheet, range: whole, samples }), read],
      [() => workbook.readValues({ spreadsheet, range: whole, asksHidden: true }), read],
      [() => workbook.readCells('format', { spreadsheet, range: whole }), read],
      [() => workbook.writeValues({ spreadsheet, tabTitle: tab.title, patches }), write],
      [() => workbook.setFormats({ spreadsheet, tab, formats }), write],
      [() => workbook.setNotes({ spreadsheet, tab, notes }), write],
      [() => workbook.createOrGrowTab({ spreadsheet, tab, title: tab.title, rows: 9, columns: 9 }), write],
      [() => workbook.fileState(id), { reads: 0, writes: 0, drive: 1 }],
    ]
    for (const [call, requests] of calls) expect(await countRequests(world, call)).toMatchObject(requests)
  })
})
