import { tmpdir } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import type { CellChange } from '#domain/copy/change-block.ts'
import { countOf } from '#domain/count-of.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { keepChanges } from '#tests/support/memory-changes.ts'
import { buildJob, leaveExtent, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'
import { previewSync } from './preview-sync.ts'
import { describeMoves } from './write/move-cells.ts'

const COLUMNS = 10
/** So long that the rows take several requests. */
const text = (row: number, at: number) => `${row} ${at}`.padEnd(170, '.')

/** Rows below a header, of numbers and texts that differ from row to row. */
function bigRows(rows: number): Cell[][] {
  const header = Array.from({ length: COLUMNS }, (_, at) => `name ${at}`)
  return [
    header,
    ...Array.from({ length: rows }, (_, row) => header.map((_name, at) => (at === 0 ? row : text(row, at)))),
  ]
}

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterEach(() => provider.emulator.faults.clear())
afterAll(() => provider[Symbol.asyncDispose]())

const firstOnes = new Map<Cell[][], string>()

/** A spreadsheet with these rows. */
async function spreadsheetWith(rows: Cell[][]): Promise<string> {
  const first = firstOnes.get(rows) ?? (await provider.spreadsheet({ rows, rowCount: 2_500, columnCount: COLUMNS + 2 }))
  firstOnes.set(rows, first)
  return await provider.copy(first)
}

async function world({ before, after }: { before: Cell[][]; after: Cell[][] }) {
  const targetId = await spreadsheetWith(before)
  const sourceId = await spreadsheetWith(after)
  return { targetId, job: buildJob({ sourceId, targetId, last: leaveExtent({ width: COLUMNS }) }) }
}

function preview(job: SyncJob) {
  const { signal } = new AbortController()
  const ports = { signal, scratchDir: tmpdir(), onProgress() {}, onWait() {}, saveChanges: async () => {} }
  return previewSync(provider.google, job, ports)
}

/** Runs, and counts at the provider. */
async function counted({ google, emulator }: TestProvider, job: SyncJob) {
  const { requests } = emulator
  requests.clear()
  const outcome = await sync(google, job)
  const writes = requests.entries.filter(({ kind }) => kind === 'write')
  return { outcome, writes: writes.length, log: outcome.log.map(({ message }) => message) }
}

const BEFORE = bigRows(2000)
const newRow = (row: number): Cell[] => Array.from({ length: COLUMNS }, (_, at) => `new ${row} ${at}`)
const INSERTED_ON_TOP = BEFORE.toSpliced(1, 0, newRow(1))

test.each<[string, Cell[][], RegExp]>([
  [
    'a row inserted at the top',
    INSERTED_ON_TOP,
    /^In the source, 1 row was inserted above row 3: the rows from there on/,
  ],
  ['rows deleted in the middle', BEFORE.toSpliced(500, 100), /^In the source, 100 rows were deleted above row 501:/],
  [
    'a column inserted',
    BEFORE.map((row, down) => row.toSpliced(1, 0, down === 0 ? 'new' : down)),
    /^In the source, 1 column was inserted before column C:/,
  ],
  [
    'rows inserted at several places',
    BEFORE.toSpliced(1500, 0, newRow(3)).toSpliced(900, 0, newRow(2)).toSpliced(500, 20).toSpliced(10, 0, newRow(1)),
    /^\d groups of rows are moved inside the target .* Notes and colors stay where they are\.$/,
  ],
])('%s: cells that the target has already are moved, and each is recorded', async (_what, after, message) => {
  const { targetId, job } = await world({ before: BEFORE, after })
  const previewed = await preview(job)
  expect(describeMoves(previewed.moves)).toMatch(message)
  const { outcome, writes, log } = await counted(provider, job)
  expect(previewed.writes).toBe(writes)
  expect(outcome.status).toBe('Success')
  expect(log).toContainEqual(expect.stringMatching(message))
  expect(writes).toBe(2)
  expect(outcome.cellsMoved).toBeGreaterThan(0.5 * outcome.cellsChanged)
  expect(log.at(-1)).toContain(` ${countOf(outcome.cellsMoved, 'cell')} moved (`)
  const held = await provider.read(targetId)
  expect(held.slice(1)).toEqual(after.slice(1))
  expect(outcome.changes.cells).toHaveLength(outcome.cellsChanged)
  const restored = held.map((row) => [...row])
  // An expectation for each of 20,000 cells would take longer than the run.
  const isHeld = ({ row, column, after: written }: CellChange) => (held[row - 1]?.[column - 1] ?? '') === written
  expect(outcome.changes.cells.filter((cell) => !isHeld(cell))).toEqual([])
  for (const { row, column, before } of outcome.changes.cells) {
    const cells = restored[row - 1] ?? []
    cells[column - 1] = before as Cell
    restored[row - 1] = cells
  }
  const firstRows = restored.slice(1, BEFORE.length)
  expect(firstRows.map((cells) => cells.slice(0, COLUMNS))).toEqual(BEFORE.slice(1))
  expect(await counted(provider, job)).toMatchObject({
    writes: 0,
    outcome: { status: 'Success', cellsChanged: 0, cellsMoved: 0 },
  })
})

const copyPaste = (entry: { operation?: string | undefined }) => entry.operation === 'spreadsheets.batchUpdate'

test('formats, cells beside the region and references of formulas stay as a plain write leaves them', async () => {
  const { targetId, job } = await world({ before: BEFORE, after: INSERTED_ON_TOP })
  await provider.call('POST', `/${targetId}:batchUpdate`, {
    requests: [{ addSheet: { properties: { title: 'Sums' } } }],
  })
  await provider.write(targetId, 'Sums!A1', [['=SUM(Sheet1!A2:A10)']], 'USER_ENTERED')
  await provider.write(targetId, 'Sheet1!A3', [['12.50%']], 'USER_ENTERED')
  await provider.write(targetId, 'Sheet1!L5', [['beside']])
  const { outcome, writes } = await counted(provider, job)
  expect(outcome.status).toBe('Success')
  expect(writes).toBe(2)
  const held = await provider.read(targetId)
  expect(held[4]?.[11]).toBe('beside')
  expect(held.map((row) => row.slice(0, COLUMNS)).slice(1)).toEqual(INSERTED_ON_TOP.slice(1))
  const formula = encodeURIComponent('Sums!A1')
  const { values } = await provider.call<{ values: Cell[][] }>(
    'GET',
    `/${targetId}/values/${formula}?valueRenderOption=FORMULA`,
  )
  expect(values).toEqual([['=SUM(Sheet1!A2:A10)']])
  const fields = 'sheets.data(startRow,rowData.values.userEnteredFormat.numberFormat.type)'
  const range = encodeURIComponent('Sheet1!A2:A5')
  const body = await provider.call<FormatReply>('GET', `/${targetId}?ranges=${range}&fields=${fields}`)
  const types = body.sheets[0]?.data[0]?.rowData?.map((row) => row.values?.[0]?.userEnteredFormat?.numberFormat.type)
  expect(types?.slice(0, 3)).toEqual([undefined, 'PERCENT', undefined])
})

interface FormatReply {
  sheets: { data: { rowData?: { values?: { userEnteredFormat?: { numberFormat: { type: string } } }[] }[] }[] }[]
}

test.each([
  [
    'a merge',
    {
      mergeCells: {
        range: { sheetId: 0, startRowIndex: 1100, endRowIndex: 1101, startColumnIndex: 8, endColumnIndex: 10 },
      },
    },
  ],
  [
    'a table',
    {
      addTable: {
        table: {
          name: 'T',
          range: { sheetId: 0, startRowIndex: 0, endRowIndex: 9, startColumnIndex: 0, endColumnIndex: 3 },
        },
      },
    },
  ],
  [
    'a formula',
    {
      updateCells: {
        rows: [{ values: [{ userEnteredValue: { formulaValue: '=1+1' } }] }],
        fields: 'userEnteredValue',
        start: { sheetId: 0, rowIndex: 1500, columnIndex: 3 },
      },
    },
  ],
])('%s in the target: everything is written', async (_what, request) => {
  const { targetId, job } = await world({ before: BEFORE, after: INSERTED_ON_TOP })
  await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [request] })
  const { log } = await counted(provider, job)
  expect(provider.emulator.requests.entries.filter(copyPaste)).toEqual([])
  expect(log.filter((message) => message.includes('moved inside the target'))).toEqual([])
})

test('sorted rows, and a few that changed, are written', async () => {
  const [header = [], ...rows] = BEFORE
  const shuffled = rows.toSorted((one, other) => ((Number(one[0]) * 7919) % 2003) - ((Number(other[0]) * 7919) % 2003))
  const { targetId, job } = await world({ before: BEFORE, after: [header, ...shuffled] })
  const { outcome } = await counted(provider, job)
  expect(outcome.status).toBe('Success')
  expect(provider.emulator.requests.entries.filter(copyPaste)).toEqual([])
  expect((await provider.read(targetId)).slice(1)).toEqual(shuffled)
})

/** Ways in which the request that moves cells fails, before or after it was applied. */
test.each([
  [{ answer: 'unavailable' }, 4],
  [{ answer: 'unavailable', applied: true }, 2],
  [{ answer: 'internal', applied: true }, 2],
  [{ answer: 'dropped' }, 4],
  [{ answer: 'dropped', applied: true }, 2],
  [{ answer: 'rate_limited' }, 3],
  [{ answer: 'permission_denied' }, 3],
] as const)(
  'a move that fails with %j is not sent twice unless it was surely not applied',
  async (effect, maxWrites) => {
    const { targetId, job } = await world({ before: BEFORE, after: INSERTED_ON_TOP })
    provider.emulator.faults.add({ operation: 'spreadsheets.batchUpdate', count: 1, effect })
    const { outcome, writes } = await counted(provider, job)
    expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 2001 * COLUMNS })
    const isRepeated = effect.answer === 'rate_limited'
    expect(provider.emulator.requests.entries.filter(copyPaste)).toHaveLength(isRepeated ? 2 : 1)
    expect(writes).toBeLessThanOrEqual(maxWrites)
    expect((await provider.read(targetId)).slice(1)).toEqual(INSERTED_ON_TOP.slice(1))
    const written = new Map(outcome.changes.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
    expect(written.size).toBe(2001 * COLUMNS)
    const isUnknown = ['unavailable', 'internal', 'dropped'].includes(effect.answer)
    expect(outcome.hasUnknownMove ?? false).toBe(isUnknown)
  },
)

test.each([true, false])(
  'an attempt that ends after the move (applied: %s) has recorded all, and a later one is exact',
  async (applied) => {
    const { targetId, job } = await world({ before: BEFORE, after: INSERTED_ON_TOP })
    const { store, recorded } = keepChanges()
    provider.emulator.faults.add({ operation: 'spreadsheets.batchUpdate', effect: { answer: 'unavailable', applied } })
    provider.emulator.faults.add({ operation: 'values.batchUpdate', effect: { answer: 'unavailable' } })
    await expect(sync(provider.google, job, { changes: store })).rejects.toThrow()
    provider.emulator.faults.clear()
    const between = await provider.read(targetId)
    expect(between[2]?.[0]).toBe(applied ? BEFORE[1]?.[0] : BEFORE[2]?.[0])
    const known = new Map(recorded.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
    const isRecorded = (held: Cell, at: number, column: number) => {
      const { before = held, after = held } = known.get(`${at + 1} ${column + 1}`) ?? {}
      return [before, after].includes(held) && isSameCell(before as Cell, BEFORE[at]?.[column])
    }
    expect(between.flatMap((row, at) => row.filter((held, column) => !isRecorded(held, at, column)))).toEqual([])
    expect(await sync(provider.google, job)).toMatchObject({ status: 'Success' })
    expect((await provider.read(targetId)).slice(1)).toEqual(INSERTED_ON_TOP.slice(1))
  },
)

test('rows that someone inserts just before the move are noticed, and everything is compared again', async () => {
  const { targetId, job } = await world({ before: BEFORE, after: INSERTED_ON_TOP })
  const range = { sheetId: 0, dimension: 'ROWS', startIndex: 700, endIndex: 701 }
  const outcome = await sync(provider.google, job, {
    willWrite: async () => {
      await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [{ insertDimension: { range } }] })
    },
  })
  expect(outcome.status).toBe('Success')
  expect((await provider.read(targetId)).slice(1)).toEqual(INSERTED_ON_TOP.slice(1))
})

test('cells are written as long as a write of an earlier attempt may still reach the target', async () => {
  const { targetId, job } = await world({ before: BEFORE, after: INSERTED_ON_TOP })
  await counted(provider, { ...job, hasLateWrite: true })
  expect(provider.emulator.requests.entries.filter(copyPaste)).toEqual([])
  expect((await provider.read(targetId)).slice(1)).toEqual(INSERTED_ON_TOP.slice(1))
})

test('a move that is applied minutes after it was given up is put right by the second look', async () => {
  const { targetId, job } = await world({ before: BEFORE, after: INSERTED_ON_TOP })
  provider.emulator.faults.add({
    operation: 'spreadsheets.batchUpdate',
    count: 1,
    effect: { answer: 'dropped', applied: false },
  })
  const { outcome } = await counted(provider, job)
  expect(outcome).toMatchObject({ status: 'Success', hasUnknownMove: true })
  const rows = { sheetId: 0, startColumnIndex: 0, endColumnIndex: COLUMNS }
  const source = { ...rows, startRowIndex: 1, endRowIndex: BEFORE.length }
  const destination = { ...rows, startRowIndex: 2, endRowIndex: BEFORE.length + 1 }
  const late = { copyPaste: { source, destination, pasteType: 'PASTE_VALUES' } }
  await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [late] })
  expect((await provider.read(targetId)).slice(1)).not.toEqual(INSERTED_ON_TOP.slice(1))

  const again = await counted(provider, { ...job, hasLateWrite: true })
  expect(again.outcome.status).toBe('Success')
  expect((await provider.read(targetId)).slice(1)).toEqual(INSERTED_ON_TOP.slice(1))
})

const numbers = (rows: number): Cell[][] =>
  Array.from({ length: rows + 1 }, (_, row) => Array.from({ length: COLUMNS }, (__, at) => row * 10 + at))

test('40,000 x 10 cells, of which most have moved: writes, and cells in them', async () => {
  let cells = 0
  const metrics = {
    requested: (event: { kind: string; cells: number }) => {
      if (event.kind === 'write') cells += event.cells
    },
  }
  await using provider = await startTestProvider({ metrics })
  const size = { rowCount: 40_200, columnCount: COLUMNS + 1 }
  const before = numbers(40_000)
  const rowInserted = before.toSpliced(1, 0, newRow(1))
  const columnInserted = before.map((row, down) => [-down, ...row])
  const newTarget = () => provider.spreadsheet({ rows: before, ...size })
  const copyTo = async (targetId: string, after: Cell[][]) => {
    const sourceId = await provider.spreadsheet({ rows: after, ...size })
    cells = 0
    const { outcome, writes } = await counted(
      provider,
      buildJob({ sourceId, targetId, last: leaveExtent({ width: COLUMNS }) }),
    )
    // Several times as fast for so many cells as to expect one to equal the other.
    expect(isDeepStrictEqual((await provider.read(targetId)).slice(1), after.slice(1))).toBe(true)
    return { writes, cells, cellsChanged: outcome.cellsChanged }
  }
  const limits = COUNT_LIMITS
  const targetId = await newTarget()
  expect(await copyTo(targetId, rowInserted)).toEqual({
    writes: limits.movedWrites.limit,
    cells: limits.rowInsertedCells.limit,
    cellsChanged: 400_010,
  })
  expect((await copyTo(targetId, rowInserted.toSpliced(5_000, 100))).cells).toBe(limits.rowsDeletedCells.limit)
  expect((await copyTo(await newTarget(), columnInserted)).cells).toBe(limits.columnInsertedCells.limit)
})
