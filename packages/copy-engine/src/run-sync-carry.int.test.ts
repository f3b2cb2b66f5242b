import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { explain } from '#domain/failures/failure.ts'
import { putConnected } from '#tests/support/computed-tables.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { afterRun } from '#tests/support/shaped-job.ts'
import {
  APPROVE_ALL,
  approve,
  buildJob,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'
import { previewSync } from './preview-sync.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider[Symbol.asyncDispose]())

const HEADER: Cell[] = ['order', 'State']
const ORDERS: Cell[][] = Array.from({ length: 12 }, (_, at) => [1032 + ((at * 7) % 12), at % 2 === 0 ? 'open' : 'paid'])
const nameRemark = ([order]: readonly Cell[]) => `about ${order}`

/** Builds a copied target with a remark beside some rows, and the job of its next run. */
async function copied(isRemarked: (at: number) => boolean = (at) => at % 3 === 0) {
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ...ORDERS] })
  const targetId = await provider.spreadsheet({ rows: [HEADER] }, { title: 'Sums' })
  const job = buildJob({ sourceId, targetId, beside: 'carry' })
  const first = await sync(provider.google, job)
  const remarks = ORDERS.map((row, at) => [isRemarked(at) ? nameRemark(row) : ''])
  await provider.write(targetId, 'Sheet1!C2', remarks)
  const replace = async (rows: Cell[][]) => {
    const blank = Array.from({ length: 19 - rows.length }, () => ['', ''])
    await provider.write(sourceId, 'Sheet1!A2', [...rows, ...blank])
  }
  const formulas = async (range: string) => {
    const path = `/${targetId}/values/${encodeURIComponent(range)}?valueRenderOption=FORMULA`
    return (await provider.call<{ values?: Cell[][] }>('GET', path)).values ?? []
  }
  return { sourceId, targetId, job: afterRun(job, first), replace, formulas }
}

/** Reads the target's rows below the header, each with its remark. */
async function readRows(targetId: string): Promise<Cell[][]> {
  return (await provider.read(targetId)).slice(1).map(([order = '', state = '', remark = '']) => [order, state, remark])
}

const withRemarks = (rows: readonly Cell[][], isRemarked = (at: number) => at % 3 === 0): Cell[][] =>
  rows.map((row) => {
    const at = ORDERS.findIndex(([order]) => order === row[0])
    return [...row, at >= 0 && isRemarked(at) ? nameRemark(row) : '']
  })

const NEW: Cell[] = [2000, 'new']
const PREVIEW_PORTS = {
  signal: new AbortController().signal,
  tempDir: tmpdir(),
  onProgress() {},
  onWait() {},
  async saveChanges() {},
}

const CHANGES: [string, (rows: Cell[][]) => Cell[][]][] = [
  ['inserted at the top', (rows) => [NEW, ...rows]],
  ['inserted in the middle', (rows) => rows.toSpliced(4, 0, NEW, [2001, 'new'])],
  ['appended', (rows) => [...rows, NEW]],
  ['sorted', (rows) => rows.toSorted(([one], [other]) => Number(one) - Number(other))],
  ['reversed', (rows) => rows.toReversed()],
  ['deleted without a remark', (rows) => rows.toSpliced(4, 2)],
  ['edited and moved', (rows) => [NEW, ...rows.map(([order = null], at) => [order, `state ${at}`])]],
  ['exchanged with the first one', (rows) => [...rows.slice(1), rows[0] ?? []]],
]
const BOTH = [1000, 0].flatMap((maxRowSteps) => CHANGES.map(([what, change]) => ({ what, change, maxRowSteps })))

test.each(BOTH)('remarks stay with their rows where rows are $what (steps: $maxRowSteps)', async (both) => {
  const { change, maxRowSteps } = both
  const { targetId, job, replace } = await copied()
  await replace(change(ORDERS))
  const run = await sync(provider.google, { ...job, limits: { ...job.limits, maxRowSteps } })
  expect(run).toMatchObject({ status: 'Success' })
  expect(await readRows(targetId)).toEqual(withRemarks(change(ORDERS)))
  expect(await sync(provider.google, afterRun(job, run))).toMatchObject({ status: 'Success', writes: 0 })
})

test('a sheet sorted anew: cells are sorted with notes, formats and formulas, and the log and the preview say so', async () => {
  const rows = Array.from({ length: 2500 }, (_, at): Cell[] => [10_000 + ((at * 1237) % 2503), `state ${at % 7}`])
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ...rows], rowCount: 2510 })
  const targetId = await provider.spreadsheet({ rows: [HEADER], rowCount: 2510 }, { title: 'Sums' })
  const job = buildJob({ sourceId, targetId, beside: 'carry' })
  const next = afterRun(job, await sync(provider.google, job))
  const beside = rows.map((row, at) => [at % 50 === 0 ? nameRemark(row) : '', `=B${at + 2}&"!"`])
  await provider.write(targetId, 'Sheet1!C2', beside, 'USER_ENTERED')
  await provider.write(targetId, 'Sums!A1', [['=SUM(Sheet1!A2:A2501)']], 'USER_ENTERED')
  const noted = { note: 'ask Ann', userEnteredFormat: { numberFormat: { type: 'PERCENT' } } }
  const start = { sheetId: 0, rowIndex: 100, columnIndex: 2 }
  const fields = 'note,userEnteredFormat.numberFormat'
  await change(targetId, { updateCells: { start, rows: [{ values: [noted] }], fields } })
  const [marked] = rows.slice(99)
  const sorted = [...rows.filter((_, at) => at % 50 !== 7 || at % 3 > 0), NEW].toSorted(
    ([one], [other]) => Number(one) - Number(other),
  )
  const blank = Array.from({ length: 2509 - sorted.length }, () => ['', ''])
  await provider.write(sourceId, 'Sheet1!A2', [...sorted, ...blank])
  const preview = await previewSync(provider.google, next, PREVIEW_PORTS)
  const removed = rows.length + 1 - sorted.length
  expect(preview.rowMoves).toMatchObject({ sorted: true, inserted: 1, deleted: removed, moved: 0 })
  const { outcome: run, writes } = await countRequests(provider, () => sync(provider.google, next))
  expect(run).toMatchObject({ status: 'Success' })
  expect(writes).toBe(2)
  const said = `Rows of the target follow the source: cells sorted with their notes and formats, because whole rows would take too many moves, 1 row inserted, ${removed} rows deleted, formulas filled into 1 cell.`
  expect(run.log.map(({ message }) => message)).toContain(said)
  const remarks = new Map(rows.map((row, at) => [row[0], beside[at]?.[0] ?? '']))
  expect(await readRows(targetId)).toEqual(sorted.map((row) => [...row, remarks.get(row[0] ?? '') ?? '']))
  const path = `/${targetId}/values/${encodeURIComponent('Sheet1!D2:D2600')}?valueRenderOption=FORMULA`
  const { values } = await provider.call<{ values: Cell[][] }>('GET', path)
  expect(values.map(([cell]) => cell)).toEqual(sorted.map((_, at) => `=B${at + 2}&"!"`))
  const place = sorted.findIndex(([order]) => order === marked?.[0]) + 2
  const cell = `/${targetId}?ranges=Sheet1!C${place}&fields=sheets.data.rowData.values(note,userEnteredFormat.numberFormat)`
  expect(await provider.call('GET', cell)).toMatchObject({ sheets: [{ data: [{ rowData: [{ values: [noted] }] }] }] })
  expect(await sync(provider.google, afterRun(next, run))).toMatchObject({ status: 'Success', writes: 0 })
})

test('a column that somebody adds right before a sort stays, and its cells stay with their rows', async () => {
  const { targetId, job, replace } = await copied()
  const { sheets } = await provider.call<{ sheets: { properties: { gridProperties: { columnCount: number } } }[] }>(
    'GET',
    `/${targetId}`,
  )
  const startIndex = sheets[0]?.properties.gridProperties.columnCount ?? 0
  const range = { sheetId: 0, dimension: 'COLUMNS', startIndex, endIndex: startIndex + 1 }
  const owners = ORDERS.map(([order]) => ({ values: [{ userEnteredValue: { stringValue: `owner of ${order}` } }] }))
  const google = {
    ...provider.google,
    connect(options: Parameters<typeof provider.google.connect>[0]) {
      const workbook = provider.google.connect(options)
      const moveRows: typeof workbook.moveRows = async (moved) => {
        await change(targetId, { insertDimension: { range, inheritFromBefore: true } })
        const start = { sheetId: 0, rowIndex: 1, columnIndex: startIndex }
        await change(targetId, { updateCells: { start, rows: owners, fields: 'userEnteredValue' } })
        await workbook.moveRows(moved)
      }
      return { ...workbook, moveRows }
    },
  }
  await replace(ORDERS.toReversed())
  expect(await sync(google, { ...job, limits: { ...job.limits, maxRowSteps: 0 } })).toMatchObject({ status: 'Success' })
  const rows = (await provider.read(targetId)).slice(1)
  expect(rows.map((row) => [row[0], row[startIndex]])).toEqual(
    ORDERS.toReversed().map(([order]) => [order, `owner of ${order}`]),
  )
})

test('formulas are filled down from the first row, also where a row with a typed cell takes its place', async () => {
  const { targetId, job, replace, formulas } = await copied(() => false)
  const lines = ORDERS.map((_, at) => [at === 1 ? 'by hand' : `=B${at + 2}&"!"`])
  await provider.write(targetId, 'Sheet1!D2', lines, 'USER_ENTERED')
  const [first = [], second = [], ...others] = ORDERS
  await replace([second, NEW, first, ...others])
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Success' })
  const expected = Array.from({ length: 13 }, (_, at) => [at === 0 ? 'by hand' : `=B${at + 2}&"!"`])
  expect(await formulas('Sheet1!D2:D14')).toEqual(expected)
})

test('notes and formulas of other tabs follow, and sums still cover all rows', async () => {
  const { targetId, job, replace, formulas } = await copied()
  const rows = [{ values: [{ note: 'ask Ann' }] }]
  const start = { sheetId: 0, rowIndex: 7, columnIndex: 2 }
  await provider.call('POST', `/${targetId}:batchUpdate`, {
    requests: [{ updateCells: { start, rows, fields: 'note' } }],
  })
  const sums = [['=SUM(Sheet1!B2:B)', '=SUM(Sheet1!B2:B13)', '=Sheet1!B8']]
  await provider.write(targetId, 'Sums!A1', sums, 'USER_ENTERED')
  await replace([NEW, ...ORDERS.slice(0, 3), [2001, 'new'], ...ORDERS.slice(3)])
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Success' })
  expect(await formulas('Sums!A1:C1')).toEqual([['=SUM(Sheet1!B2:B)', '=SUM(Sheet1!B2:B15)', '=Sheet1!B10']])
  const path = `/${targetId}?ranges=Sheet1!C10&fields=sheets.data.rowData.values.note`
  expect(JSON.stringify(await provider.call('GET', path))).toContain('ask Ann')
})

test('a removed row with a remark holds the run, and goes with its remark once a person accepts that', async () => {
  const { targetId, job, replace } = await copied()
  await replace(ORDERS.toSpliced(3, 1))
  const held = await sync(provider.google, job)
  const cells = [{ row: 5, column: 3, remark: nameRemark(ORDERS[3] ?? []), belongsTo: 'order 1041' }]
  expect(held).toMatchObject({
    status: 'Warning',
    writes: 0,
    holds: [{ cause: 'remarks_displaced', moved: 0, gone: 1, cells }],
  })
  const run = await sync(provider.google, { ...job, approval: approve(held.holds ?? []) })
  expect(run).toMatchObject({ status: 'Success' })
  expect(await readRows(targetId)).toEqual(withRemarks(ORDERS.toSpliced(3, 1)))
  expect(run.changes.rowMoves).toMatchObject([{ removed: [{ row: 5 }] }])
})

test('formulas beside the first row are filled down into new rows, and changed cells stay', async () => {
  const { targetId, job, replace, formulas } = await copied(() => false)
  const lines = ORDERS.map((_, at) => [at === 4 ? 'by hand' : `=B${at + 2}&"!"`])
  await provider.write(targetId, 'Sheet1!D2', lines, 'USER_ENTERED')
  await replace([NEW, ...ORDERS.slice(0, 3), [2001, 'new'], ...ORDERS.slice(3), [2002, 'new']])
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Success' })
  const expected = Array.from({ length: 15 }, (_, at) => [at === 6 ? 'by hand' : `=B${at + 2}&"!"`])
  expect(await formulas('Sheet1!D2:D16')).toEqual(expected)
})

test('a run takes no more writes than without the moves, and one read more', async () => {
  const { job, replace } = await copied()
  await replace([NEW, ...ORDERS])
  const { reads } = await countRequests(provider, () => sync(provider.google, { ...job, beside: 'ask' }))
  const run = await countRequests(provider, () => sync(provider.google, job))
  expect(run).toMatchObject({ reads, writes: 2 })
})

test('a preview says that rows move, and counts the request', async () => {
  const { job, replace } = await copied()
  await replace(ORDERS.toSpliced(2, 0, NEW))
  const preview = await previewSync(provider.google, job, PREVIEW_PORTS)
  const blocks = [
    { row: 4, rows: 1, to: 5, cells: 0 },
    { row: 5, rows: 1, to: 6, cells: 1 },
  ]
  expect(preview.rowMoves?.blocks.slice(0, 2)).toEqual(blocks)
  expect(preview).toMatchObject({
    rowMoves: { rows: 10, cells: 3, inserted: 1 },
    warnings: [],
    writes: 2,
    rows: { added: 1, changed: 0, removed: 0 },
  })
})

test.each<[string, (targetId: string) => Promise<unknown>, object]>([
  [
    'a merge',
    (id) => change(id, { mergeCells: { range: range(3, 5, 4), mergeType: 'MERGE_ALL' } }),
    { why: 'merged', area: { firstRow: 4, firstColumn: 5, lastRow: 5, lastColumn: 5 } },
  ],
  [
    'a connected table',
    (id) => change(id, putConnected({ sheetId: 0, rowIndex: 0, columnIndex: 5 })),
    { why: 'pivot', area: { firstRow: 1, firstColumn: 6, lastRow: 1, lastColumn: 6 } },
  ],
  ['cells below', (id) => provider.write(id, 'Sheet1!D18', [['total']]), { why: 'below', area: { firstRow: 18 } }],
  ['a formula in the region', (id) => provider.write(id, 'Sheet1!B9', [['=1+1']], 'USER_ENTERED'), { why: 'formulas' }],
])(
  '%s holds the run, which says why, and copies without moving rows once a person accepts that',
  async (_, obstruct, facts) => {
    const { targetId, job, replace } = await copied()
    await obstruct(targetId)
    await replace(ORDERS.toSpliced(2, 0, NEW))
    const held = await sync(provider.google, job)
    expect(held.holds).toMatchObject([{ cause: 'rows_not_carried', tab: 'Sheet1', ...facts }])
    const run = await sync(provider.google, { ...job, approval: approve(held.holds ?? []) })
    expect(run.changes.rowMoves).toEqual([])
    const line = { level: 'WARNING', message: explain(held.holds?.[0] ?? { cause: 'unexpected' }).reason }
    expect(run.log).toContainEqual(line)
    expect((await readRows(targetId))[0]?.[2]).toBe(nameRemark(ORDERS[0] ?? []))
    expect((await readRows(targetId))[3]?.[2]).toBe(nameRemark(ORDERS[3] ?? []))
  },
)

test('a person who copies whatever is found reads in the log that rows stayed', async () => {
  const { targetId, job, replace } = await copied()
  await provider.write(targetId, 'Sheet1!D18', [['total']])
  await replace(ORDERS.toSpliced(2, 0, NEW))
  const run = await sync(provider.google, { ...job, approval: APPROVE_ALL })
  expect(run.changes.rowMoves).toEqual([])
  const message = expect.stringContaining('cannot move along with the copied rows: other cells are below')
  expect(run.log).toContainEqual({ level: 'WARNING', message })
})

const change = (id: string, request: object) => provider.call('POST', `/${id}:batchUpdate`, { requests: [request] })
const range = (startRowIndex: number, endRowIndex: number, startColumnIndex: number) => ({
  ...{ sheetId: 0, startRowIndex, endRowIndex, startColumnIndex, endColumnIndex: startColumnIndex + 1 },
})

test('40,000 rows with 500 remarks and a row inserted at the top: requests, and remarks beside their rows', async () => {
  const orders = Array.from({ length: 40_000 }, (_, at): Cell[] => [100_000 + at, `state ${at % 7}`])
  const remarked = (row: readonly Cell[], at: number) => [at % 80 === 0 ? nameRemark(row) : '']
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ...orders], rowCount: 40_010 })
  const targetId = await provider.spreadsheet({ rows: [HEADER], rowCount: 40_010 })
  const job = buildJob({ sourceId, targetId, beside: 'carry' })
  const next = afterRun(job, await sync(provider.google, job))
  await provider.write(targetId, 'Sheet1!C2', orders.map(remarked))
  await provider.write(sourceId, 'Sheet1!A2', [NEW, ...orders])
  const { outcome, reads, writes } = await countRequests(provider, () => sync(provider.google, next))
  expect(outcome).toMatchObject({ status: 'Success', rows: 40_001 })
  expect(reads).toBeLessThanOrEqual(8)
  expect(writes).toBeLessThanOrEqual(3)
  const expected = orders.map((row, at) => [...row, ...remarked(row, at)])
  expect(await readRows(targetId)).toEqual([[...NEW, ''], ...expected])
})
