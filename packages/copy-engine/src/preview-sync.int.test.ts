import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { countChangedCells } from '#domain/copy/change-summary.ts'
import type { RowChange } from '#domain/copy/row-change.ts'
import { putPivot } from '#tests/support/computed-tables.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import {
  afterSuccess,
  buildJob,
  leaveExtent,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'
import { previewSync } from './preview-sync.ts'

const HEADER = ['id', 'name', 'ok']

async function preview(provider: TestProvider, job: SyncJob) {
  const changes: RowChange[] = []
  const result = await previewSync(provider.google, job, {
    signal: new AbortController().signal,
    tempDir: tmpdir(),
    onProgress() {},
    onWait() {},
    saveChanges: async (rows) => void changes.push(...rows),
  })
  return { ...result, changes }
}

/** Reads everything the provider reports about a spreadsheet. */
function readEverything(provider: TestProvider, id: string): Promise<object> {
  return provider.call('GET', `/${id}?includeGridData=true`)
}

test('a preview lists the rows and cells that a run would change, and writes nothing', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1], ['b', 2], ['c', 3], ['d', '', true]] })
  const targetId = await provider.spreadsheet({ rows: [HEADER, ['a', 1], ['b', 0], [], ['x', 'y', true]] })
  await provider.write(targetId, 'Sheet1!A7', [['old', 9]])
  const before = await readEverything(provider, targetId)
  const job = buildJob({ sourceId, targetId })
  const { outcome: result, reads, writes } = await countRequests(provider, () => preview(provider, job))

  expect(result.changes).toEqual([
    { row: 3, keepsCells: true, cells: [{ column: 2, before: 0, after: 2 }] },
    {
      row: 4,
      keepsCells: false,
      cells: [
        { column: 1, before: '', after: 'c' },
        { column: 2, before: '', after: 3 },
      ],
    },
    {
      row: 5,
      keepsCells: true,
      cells: [
        { column: 1, before: 'x', after: 'd' },
        { column: 2, before: 'y', after: '' },
      ],
    },
    {
      row: 7,
      keepsCells: false,
      cells: [
        { column: 1, before: 'old', after: '' },
        { column: 2, before: 9, after: '' },
      ],
    },
  ])
  expect(result).toMatchObject({
    rows: { added: 1, changed: 2, removed: 1 },
    cells: { filled: 2, changed: 2, cleared: 3 },
    sourceRows: 4,
    holds: [],
    warnings: [],
    writes: 1,
  })
  expect({ reads, writes }).toEqual({ reads: result.reads, writes: 0 })
  expect(await readEverything(provider, targetId)).toEqual(before)
})

test('a preview says what a run would do besides values', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [['day', 'share', 'new']] })
  await provider.write(sourceId, 'Sheet1!A2', [['2024-01-31', '12.50%', '#N/A']], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({ rowCount: 1 })
  const job = buildJob({ sourceId, targetId, last: leaveExtent({ width: 2 }) })
  const result = await preview(provider, job)
  expect(result).toMatchObject({
    newColumns: ['new'],
    createsTab: false,
    growsTo: { rows: 2, columns: 8 },
    formats: [{ column: 'day' }, { column: 'share', pattern: '0.00%' }],
    writes: 3,
  })
  expect(await preview(provider, { ...job, target: { ...job.target, tab: 'Copy' } })).toMatchObject({
    createsTab: true,
  })
})

test('a preview says what a guard would hold, and what in the target is in the way', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER] })
  const targetId = await provider.spreadsheet({ rows: [HEADER] })
  const job = buildJob({ sourceId, targetId })
  expect(await preview(provider, job)).toMatchObject({ holds: [{ cause: 'source_empty' }] })
  await provider.write(sourceId, 'Sheet1!A2', [['a', 1]])
  await provider.write(targetId, 'Sheet1!A2', [['=1+1']], 'USER_ENTERED')
  const { warnings } = await preview(provider, job)
  expect(warnings).toEqual([expect.stringContaining('The target has formulas in A2')])
})

test('a preview says that a pivot table would be overwritten', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1], ['b', 2]] })
  const targetId = await provider.spreadsheet({ rows: [HEADER] }, { title: 'Sales' })
  const { sheets } = await provider.call<{ sheets: { properties: { sheetId: number } }[] }>('GET', `/${targetId}`)
  const [sheetId = 0, sales = 0] = sheets.map(({ properties }) => properties.sheetId)
  await provider.write(targetId, 'Sales!A1', [
    ['Team', 'Amount'],
    ['North', 5],
  ])
  const requests = [putPivot({ sheetId, rowIndex: 2, columnIndex: 1 }, { sheetId: sales, rows: 1 })]
  await provider.call('POST', `/${targetId}:batchUpdate`, { requests })
  const area = { firstRow: 3, firstColumn: 2, lastRow: 4, lastColumn: 3 }
  expect(await preview(provider, buildJob({ sourceId, targetId }))).toMatchObject({
    holds: [{ cause: 'pivot_overwritten', tables: [{ by: 'pivot', area }] }],
    warnings: [],
    changes: [{ row: 2 }, { row: 3 }, { row: 4 }],
  })
})

test('a preview says which tables would be extended, and which would not', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1], ['b', 2]] })
  const targetId = await provider.spreadsheet({ rows: [HEADER, ['a', 1]] })
  const addTable = (name: string, endColumnIndex: number) => {
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex }
    const requests = [{ addTable: { table: { tableId: name, name, range } } }]
    return provider.call('POST', `/${targetId}:batchUpdate`, { requests })
  }
  await addTable('Orders', 3)
  const before = await readEverything(provider, targetId)
  const after = { firstRow: 1, firstColumn: 1, lastRow: 3, lastColumn: 3 }
  const job = buildJob({ sourceId, targetId })
  expect(await preview(provider, job)).toMatchObject({ tables: [{ name: 'Orders', after }], warnings: [], writes: 2 })
  expect(await readEverything(provider, targetId)).toEqual(before)
  await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [{ deleteTable: { tableId: 'Orders' } }] })
  await addTable('Narrow', 2)
  expect(await preview(provider, job)).toMatchObject({
    tables: [],
    warnings: [expect.stringContaining('Rows below the table "Narrow" (A1:B2) of the target stay outside of it')],
    writes: 1,
  })
})

test('a preview says that the target has no room for the copy', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a']], columnCount: 3 })
  const targetId = await provider.spreadsheet({ rowCount: 1 }, { title: 'full', rowCount: 999_999, columnCount: 10 })
  await expect(preview(provider, buildJob({ sourceId, targetId }))).rejects.toMatchObject({ reason: 'cell_limit' })
})

test.each([
  ['', {}],
  [' whose type skips', { fileChecks: { preparesSkip: true } }],
])('a preview of a task%s says how many requests the run takes', async (_which, type) => {
  await using provider = await startTestProvider()
  const rows = Array.from({ length: 50 }, (_, row) => [row, `${row}`, row * 2, true])
  const sourceId = await provider.spreadsheet({ rows: [['a', 'b', 'c', 'd'], ...rows] })
  let job = buildJob({ sourceId, targetId: await provider.spreadsheet({}), ...type })
  const previewAndRun = async () => {
    const { reads, writes } = await preview(provider, job)
    const run = await countRequests(provider, () => sync(provider.google, job))
    expect({ reads, writes }).toEqual({ reads: run.reads, writes: run.writes })
    job = afterSuccess(job, run.outcome)
    return [reads, writes, run.outcome.cellsChanged]
  }
  const looksForFormulas = 'fileChecks' in type ? 1 : 0
  const [firstReads, firstWrites] = await previewAndRun()
  expect([firstReads, firstWrites]).toEqual([4, 2])
  expect(await previewAndRun()).toEqual([2 + looksForFormulas, 0, 0])
  expect(await previewAndRun()).toEqual([1, 0, 0])
  await provider.write(sourceId, 'Sheet1!B7', [['new']])
  expect(await previewAndRun()).toEqual([4, 1, 1])
  expect(await previewAndRun()).toEqual([2 + looksForFormulas, 0, 0])
})

test('a preview reads everything again where the tabs are not as the last run left them', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['a', 1]] })
  const first = buildJob({ sourceId, targetId: await provider.spreadsheet({}) })
  const job = afterSuccess(first, await sync(provider.google, first))
  const properties = { sheetId: job.last.memory?.source.tab.sheetId, title: 'Renamed' }
  const renaming = { updateSheetProperties: { properties, fields: 'title' } }
  await provider.call('POST', `/${sourceId}:batchUpdate`, { requests: [renaming] })
  await provider.write(sourceId, 'Renamed!B2', [[2]])
  const { reads, writes, ...previewed } = await preview(provider, job)
  expect(previewed).toMatchObject({ source: { tab: 'Renamed' }, cells: { changed: 1 } })
  const run = await countRequests(provider, () => sync(provider.google, job))
  expect({ reads, writes }).toEqual({ reads: run.reads, writes: run.writes })
})

test('a canceled preview starts no further request', async () => {
  await using provider = await startTestProvider()
  const rows = Array.from({ length: 200 }, (_, row) => [row])
  const [sourceId, targetId] = [await provider.spreadsheet({ rows }), await provider.spreadsheet({})]
  const canceling = new AbortController()
  const ports = { signal: canceling.signal, tempDir: tmpdir(), onWait() {}, async saveChanges() {} }
  const job = buildJob({ sourceId, targetId })
  const canceled = previewSync(provider.google, job, { ...ports, onProgress: () => canceling.abort('canceled') })
  await expect(canceled).rejects.toBe('canceled')
  const sent = provider.emulator.requests.entries.length
  await new Promise((resolve) => setImmediate(resolve))
  expect(provider.emulator.requests.entries).toHaveLength(sent)
})

test('for any two grids, a run changes as many cells with as many requests as the preview says', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  const anyCell = fc.constantFrom<Cell>('', 1, 2, 'x', true)
  const anyRows = fc.array(fc.array(anyCell, { maxLength: 4 }), { minLength: 2, maxLength: 12 })
  let changedRuns = 0
  const { numRuns } = propertyRuns({ few: 15, all: 40 })
  await fc.assert(
    fc.asyncProperty(anyRows, anyRows, async (sourceRows, targetRows) => {
      const sourceId = await provider.spreadsheet({ rows: [HEADER, ['first'], ...sourceRows] })
      const targetId = await provider.spreadsheet({ rows: [HEADER, ...targetRows], rowCount: 14 })
      const job = buildJob({ sourceId, targetId })
      const previewed = await preview(provider, job)
      const run = await sync(provider.google, job)
      expect(countChangedCells(previewed)).toBe(run.cellsChanged)
      expect(previewed.changes.flatMap(({ cells }) => cells)).toHaveLength(run.cellsChanged)
      expect([previewed.reads, previewed.writes]).toEqual([run.reads, run.writes])
      if (run.cellsChanged > 0) changedRuns += 1
    }),
    { numRuns },
  )
  expect(changedRuns).toBeGreaterThan(numRuns / 4)
})
