import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { approve, sync } from '#tests/support/test-provider.ts'
import { previewSync } from './preview-sync.ts'

/** A spreadsheet with this title, and with these rows in its first tab. */
async function branch(memory: MemoryProvider, title: string, rows: Cell[][]): Promise<string> {
  const id = await memory.spreadsheet({ title: 'Orders', rows })
  const requests = [{ updateSpreadsheetProperties: { properties: { title }, fields: 'title' } }]
  await memory.edit(id, ...requests)
  return id
}

const NORTH: Cell[][] = [
  ['Order', 'Amount'],
  [1, 10],
  [2, 20],
]
const SOUTH: Cell[][] = [
  ['amount', 'Region', 'Order'],
  [30, 'S', 3],
]

test('rows of several sources are below each other, by the names of their columns', async () => {
  const memory = createMemoryProvider()
  const [sourceId, south] = [await branch(memory, 'North', NORTH), await branch(memory, 'South', SOUTH)]
  const targetId = await memory.spreadsheet({})
  const moreSources = [{ source_ss_id: south, source_sheet_name: 'Orders' }]
  const shape = { startRow: 1, moreSources, sourceColumn: 'Branch' }
  const job = buildShapedJob({ sourceId, targetId, startRow: 1, shape })
  const run = await sync(memory.provider, job)
  expect(run).toMatchObject({ status: 'Success', rows: 3, sourceTitle: 'North' })
  expect(await memory.read(targetId)).toEqual([
    ['Branch', 'Order', 'Amount', 'Region'],
    ['North', 1, 10],
    ['North', 2, 20],
    ['South', 3, 30, 'S'],
  ])
  // A new row in the first source moves the rows of the second source.
  await memory.write(sourceId, 'Orders!A4', [[4, 40]])
  const grown = await sync(memory.provider, afterRun(job, run))
  expect(grown).toMatchObject({ status: 'Success', rows: 4 })
  expect((await memory.read(targetId)).slice(3)).toEqual([
    ['North', 4, 40],
    ['South', 3, 30, 'S'],
  ])
})

test('a source with two headers that differ only by case loses neither of the columns', async () => {
  const memory = createMemoryProvider()
  const sourceId = await branch(memory, 'North', [['Name'], ['Ann']])
  const south = await branch(memory, 'South', [
    ['name', 'Name'],
    ['small', 'Bob'],
  ])
  const targetId = await memory.spreadsheet({})
  const moreSources = [{ source_ss_id: south, source_sheet_name: 'Orders' }]
  const job = buildShapedJob({ sourceId, targetId, startRow: 1, shape: { startRow: 1, moreSources } })
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success', rows: 2 })
  expect(await memory.read(targetId)).toEqual([['Name', 'name'], ['Ann'], ['Bob', 'small']])
})

test('four unchanged sources take one read each, and one for the target', async () => {
  const memory = createMemoryProvider()
  const ids = await Promise.all(['A', 'B', 'C', 'D'].map((title) => branch(memory, title, NORTH)))
  const [sourceId = '', ...more] = ids
  const targetId = await memory.spreadsheet({})
  const moreSources = more.map((id) => ({ source_ss_id: id, source_sheet_name: 'Orders' }))
  const job = buildShapedJob({ sourceId, targetId, startRow: 1, shape: { startRow: 1, moreSources } })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success', rows: 8 })
  const again = await countRequests(memory, () => sync(memory.provider, afterRun(job, first)))
  expect(again).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(again.reads).toBe(COUNT_LIMITS.fourSourcesUnchangedReads.limit)
})

test('an error cell is named by its place in its source', async () => {
  const memory = createMemoryProvider()
  const [sourceId, south] = [await branch(memory, 'North', NORTH), await branch(memory, 'South', SOUTH)]
  await memory.fill(south, 'Orders!A2', [
    [{ formula: '=1/0', value: '#DIV/0! (Function DIVIDE parameter 2 cannot be zero.)', errorType: 'DIVIDE_BY_ZERO' }],
  ])
  const targetId = await memory.spreadsheet({})
  const moreSources = [{ source_ss_id: south, source_sheet_name: '' }]
  const shape = { startRow: 1, moreSources, columns: 'Region, Amount', rows: 'Amount > 15' }
  const run = await sync(memory.provider, buildShapedJob({ sourceId, targetId, startRow: 1, shape }))
  expect(run.status).toBe('Warning')
  const log = run.log.map(({ message }) => message).join('\n')
  expect(log).toContain('A2 of "South" (#DIV/0!')
  expect(log).toContain('Row 2 of "South" was copied because a condition tests A2 of "South"')
  expect(await memory.read(targetId)).toEqual([
    ['Region', 'Amount'],
    ['', 20],
    ['S', '#DIV/0!'],
  ])
})

test('tabs of several sources are followed when people rename them, and a first look says what would be copied', async () => {
  const memory = createMemoryProvider()
  const [sourceId, south] = [await branch(memory, 'North', NORTH), await branch(memory, 'South', SOUTH)]
  const targetId = await memory.spreadsheet({})
  const moreSources = [{ source_ss_id: south, source_sheet_name: 'Orders' }]
  const job = buildShapedJob({
    sourceId,
    sourceTab: 'Orders',
    targetId,
    startRow: 1,
    shape: { startRow: 1, moreSources },
  })
  const run = await sync(memory.provider, job)
  const requests = [{ updateSheetProperties: { properties: { sheetId: 0, title: 'Old orders' }, fields: 'title' } }]
  for (const id of [sourceId, south]) await memory.edit(id, ...requests)
  await memory.write(south, "'Old orders'!A3", [[50, 'S', 5]])
  const next = afterRun(job, run)
  const preview = await previewSync(memory.provider, next, {
    signal: new AbortController().signal,
    tempDir: tmpdir(),
    onProgress() {},
    onWait() {},
    saveChanges: async () => undefined,
  })
  expect(preview).toMatchObject({ holds: [], warnings: [], rows: { added: 1 }, cells: { filled: 3 } })
  const again = await sync(memory.provider, next)
  expect(again).toMatchObject({ status: 'Success', rows: 4, cellsChanged: 3, renamed: {} })
})

test('a tab to which several entries of the list lead is copied once, and is no loss while one of them still does', async () => {
  const memory = createMemoryProvider()
  const tabs = { title: '2026-01', rows: NORTH }
  const sourceId = await memory.spreadsheet(tabs, { title: '2026-02', rows: NORTH.slice(0, 2) })
  const targetId = await memory.spreadsheet({})
  const moreSources = [{ source_ss_id: sourceId, source_sheet_name: '2026-*' }]
  const shape = { startRow: 1, moreSources, sourceColumn: 'Month' }
  const job = buildShapedJob({ sourceId, targetId, startRow: 1, shape })
  const run = await sync(memory.provider, job)
  const rows = [
    ['Month', 'Order', 'Amount'],
    ['2026-01', 1, 10],
    ['2026-01', 2, 20],
    ['2026-02', 1, 10],
  ]
  expect(run).toMatchObject({ status: 'Success', rows: 3 })
  expect(await memory.read(targetId)).toEqual(rows)
  // The first tab does not match the pattern any more.
  const requests = [{ updateSheetProperties: { properties: { sheetId: 0, title: 'January' }, fields: 'title' } }]
  await memory.edit(sourceId, ...requests)
  expect(await sync(memory.provider, afterRun(job, run))).toMatchObject({ status: 'Success', rows: 3 })
  expect(await memory.read(targetId)).toEqual(
    rows.map(([month, ...cells]) => [month === '2026-01' ? 'January' : month, ...cells]),
  )
})

test.each([{}, { mode: 'update' as const, keyColumns: 'Order' }])(
  'an empty row of a source has no title: %j',
  async (mode) => {
    const memory = createMemoryProvider()
    const sourceId = await branch(memory, 'North', [...NORTH, [], [4, 40]])
    const targetId = await memory.spreadsheet({})
    const shape = { startRow: 1, sourceColumn: 'Branch', ...mode }
    expect(await sync(memory.provider, buildShapedJob({ sourceId, targetId, startRow: 1, shape }))).toMatchObject({
      status: 'Success',
    })
    expect((await memory.read(targetId)).slice(2)).toEqual([
      ['North', 2, 20],
      ...('mode' in mode ? [] : [[]]),
      ['North', 4, 40],
    ])
  },
)

test('accepting what holds a source covers no other one of the same title', async () => {
  const memory = createMemoryProvider()
  const rows = (name: string): Cell[][] => [['Name'], ...Array.from({ length: 60 }, (_, at) => [`${name} ${at}`])]
  const open = (name: string) => memory.spreadsheet({ rows: rows(name), rowCount: 100 })
  const [north, south] = [await open('north'), await open('south')]
  const targetId = await memory.spreadsheet({ rowCount: 200 })
  const moreSources = [{ source_ss_id: south, source_sheet_name: '' }]
  const shape = { startRow: 1, moreSources, whenSourceFails: 'hold' as const }
  const job = buildShapedJob({ sourceId: north, targetId, startRow: 1, shape })
  const next = afterRun(job, await sync(memory.provider, job))
  await memory.clear(north, 'A22:A99')
  const held = await sync(memory.provider, next)
  expect(held).toMatchObject({ kind: 'held', holds: [{ cause: 'source_shrank', rows: 20 }] })
  await memory.clear(south, 'A32:A99')
  const accepted = { ...next, approval: approve(held.holds ?? []) }
  expect(await sync(memory.provider, accepted)).toMatchObject({
    kind: 'held',
    holds: [{ cause: 'source_shrank', rows: 30 }],
  })
  await memory.write(south, 'A32', rows('south').slice(31))
  expect(await sync(memory.provider, accepted)).toMatchObject({ status: 'Success', rows: 80 })
})
