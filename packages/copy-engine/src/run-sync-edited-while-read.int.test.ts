import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { editBetweenReads } from '#tests/support/edit-between-reads.ts'
import { editOverHttp } from '#tests/support/edit-over-http.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import type { MemoryCell } from '#tests/support/memory-tab.ts'
import { afterSuccess, buildJob, startTestProvider, sync } from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

const ROW_COUNT = 250
/** A header and rows so long that their values are read in several windows. */
const LONG_ROWS: Cell[][] = Array.from({ length: ROW_COUNT + 1 }, (_, row) => [`${row}`.padEnd(20_000, '.')])

type Change = 'insertDimension' | 'deleteDimension'

async function changeRow(
  world: Pick<MemoryProvider, 'edit'>,
  { id, change, row }: { id: string; change: Change; row: number },
) {
  await world.edit(id, { [change]: { range: { sheetId: 0, dimension: 'ROWS', startIndex: row - 1, endIndex: row } } })
}

/** The first characters of each cell, which differ from row to row. */
const listNames = (rows: Cell[][]) => rows.slice(1).map((row) => row.map((cell) => `${cell}`.slice(0, 12)))

async function expectCopied({ read }: MemoryProvider, { source, target }: SyncJob) {
  expect(listNames(await read(target.id))).toEqual(listNames(await read(source.id)))
}

test.each(['insertDimension', 'deleteDimension'] as const)(
  'a source in which a person makes an %s between two windows is read again, and copied as it then is',
  async (change) => {
    const memory = createMemoryProvider()
    const sourceId = await memory.spreadsheet({ rows: LONG_ROWS })
    const job = buildJob({ sourceId, targetId: await memory.spreadsheet({}) })
    const google = editBetweenReads(memory.provider, {
      spreadsheetId: sourceId,
      edit: (reads) => (reads === 1 ? changeRow(memory, { id: sourceId, change, row: 5 }) : undefined),
    })
    const outcome = await sync(google, job)
    expect(outcome).toMatchObject({ status: 'Success', kind: 'copied' })
    await expectCopied(memory, job)
  },
)

test('a source whose rows move while an unchanged copy reads it is read again', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: LONG_ROWS })
  const first = buildJob({ sourceId, targetId: await memory.spreadsheet({}) })
  const job = afterSuccess(first, await sync(memory.provider, first))
  const google = editBetweenReads(memory.provider, {
    spreadsheetId: sourceId,
    edit: (reads) => (reads === 1 ? changeRow(memory, { id: sourceId, change: 'deleteDimension', row: 5 }) : undefined),
  })
  expect(await sync(google, job)).toMatchObject({ status: 'Success', kind: 'copied', rows: ROW_COUNT - 1 })
  await expectCopied(memory, job)
})

test('a target whose rows move while it is read is read again', async () => {
  const memory = createMemoryProvider()
  const rows = LONG_ROWS
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({ rows })
  const job = buildJob({ sourceId, targetId })
  const google = editBetweenReads(memory.provider, {
    spreadsheetId: targetId,
    edit: (reads) => (reads === 1 ? changeRow(memory, { id: targetId, change: 'deleteDimension', row: 5 }) : undefined),
  })
  expect(await sync(google, job)).toMatchObject({ status: 'Success', kind: 'copied' })
  await expectCopied(memory, job)
})

test('a source that never stands still fails the attempt after four reads, and a later one may succeed', async () => {
  let pauses = 0
  await using provider = await startTestProvider({
    async onPause() {
      pauses += 1
    },
  })
  const sourceId = await provider.spreadsheet({ rows: LONG_ROWS })
  const job = buildJob({ sourceId, targetId: await provider.spreadsheet({}) })
  const google = editBetweenReads(provider.google, {
    spreadsheetId: sourceId,
    edit: () => changeRow(editOverHttp(provider), { id: sourceId, change: 'insertDimension', row: 5 }),
  })
  await expect(sync(google, job)).rejects.toMatchObject({
    reason: 'rows_shifted',
    retryable: true,
    message: expect.stringMatching(
      /^Rows of the spreadsheet ".*" were inserted, deleted or edited while they were read\./,
    ),
  })
  const starts = provider.emulator.requests.entries.filter(
    ({ path, spreadsheetId }) => path.includes('fields=') && spreadsheetId === sourceId,
  )
  expect({ pauses, starts: starts.length }).toEqual({ pauses: 3, starts: 4 })
  expect(await provider.read(job.target.id)).toEqual([])
})

test('a target that ends above the second window is not asked for it', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: LONG_ROWS })
  const targetId = await provider.spreadsheet({})
  await countRequests(provider, () => sync(provider.google, buildJob({ sourceId, targetId })))
  const reads = provider.emulator.requests.entries.filter(
    ({ operation, spreadsheetId }) => operation === 'values.batchGet' && spreadsheetId === targetId,
  )
  expect(reads).toHaveLength(1)
})

const ERROR = { formula: '=1/0', value: '#DIV/0! (Function DIVIDE parameter 2 cannot be zero.)' }

test.each<[what: string, entered: MemoryCell, copied: string]>([
  ['text like the end of a row', { value: 'a],["b' }, 'a],["b'],
  ['an error of a formula', { ...ERROR, errorType: 'DIVIDE_BY_ZERO' }, '#DIV/0!'],
])('%s in the row where two windows meet is copied as elsewhere', async (_what, entered, copied) => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: LONG_ROWS })
  await memory.fill(
    sourceId,
    'Sheet1!B2',
    LONG_ROWS.slice(1).map(() => [entered]),
  )
  const job = buildJob({ sourceId, targetId: await memory.spreadsheet({}) })
  expect(await sync(memory.provider, job)).toMatchObject({ kind: 'copied', rows: ROW_COUNT, refusedCells: 0 })
  const expected = LONG_ROWS.map(([name = '']) => [name, copied])
  expect(listNames(await memory.read(job.target.id))).toEqual(listNames(expected))
})
