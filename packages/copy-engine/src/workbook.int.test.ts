import { afterAll, describe, expect, test } from 'vitest'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import type { Spreadsheet } from '#domain/copy/spreadsheet.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

/* Both workbooks of the tests, the real client over HTTP and the one in memory, give the same answers. */

const http = await startTestProvider()
const memory = createMemoryProvider()
afterAll(() => http[Symbol.asyncDispose]())

const ROWS = [['id', 'name', ''], [], [1, '', true], ['007', '=1', '']]
const DATE = { type: 'DATE', pattern: 'yyyy-mm-dd' }
const access = { accounts: [], owner: '', signal: new AbortController().signal, onWait() {}, log() {} }

describe.each([
  ['over HTTP', { ...http, provider: http.google }],
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
})
