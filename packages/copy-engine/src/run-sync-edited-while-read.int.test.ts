import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { editBetweenReads } from '#tests/support/edit-between-reads.ts'
import { afterSuccess, buildJob, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

const ROW_COUNT = 250
/** A header and rows so long that their values are read in several windows. */
const LONG_ROWS: Cell[][] = Array.from({ length: ROW_COUNT + 1 }, (_, row) => [`${row}`.padEnd(20_000, '.')])

type Change = 'insertDimension' | 'deleteDimension'

async function changeRow(provider: TestProvider, { id, change, row }: { id: string; change: Change; row: number }) {
  const { sheets } = await provider.call<{ sheets: { properties: { sheetId: number } }[] }>('GET', `/${id}`)
  const sheetId = sheets[0]?.properties.sheetId
  const range = { sheetId, dimension: 'ROWS', startIndex: row - 1, endIndex: row }
  await provider.call('POST', `/${id}:batchUpdate`, { requests: [{ [change]: { range } }] })
}

/** The first characters of each cell, which differ from row to row. */
const listNames = (rows: Cell[][]) => rows.slice(1).map((row) => row.map((cell) => `${cell}`.slice(0, 12)))

async function expectCopied(provider: TestProvider, { source, target }: SyncJob) {
  expect(listNames(await provider.read(target.id))).toEqual(listNames(await provider.read(source.id)))
}

test.each(['insertDimension', 'deleteDimension'] as const)(
  'a source in which a person makes an %s between two windows is read again, and copied as it then is',
  async (change) => {
    await using provider = await startTestProvider()
    const sourceId = await provider.spreadsheet({ rows: LONG_ROWS })
    const job = buildJob({ sourceId, targetId: await provider.spreadsheet({}) })
    const google = editBetweenReads(provider.google, {
      spreadsheetId: sourceId,
      edit: (reads) => (reads === 1 ? changeRow(provider, { id: sourceId, change, row: 5 }) : undefined),
    })
    const outcome = await sync(google, job)
    expect(outcome).toMatchObject({ status: 'Success', kind: 'copied' })
    await expectCopied(provider, job)
  },
)

test('a source whose rows move while an unchanged copy reads it is read again', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: LONG_ROWS })
  const first = buildJob({ sourceId, targetId: await provider.spreadsheet({}) })
  const job = afterSuccess(first, await sync(provider.google, first))
  const google = editBetweenReads(provider.google, {
    spreadsheetId: sourceId,
    edit: (reads) =>
      reads === 1 ? changeRow(provider, { id: sourceId, change: 'deleteDimension', row: 5 }) : undefined,
  })
  expect(await sync(google, job)).toMatchObject({ status: 'Success', kind: 'copied', rows: ROW_COUNT - 1 })
  await expectCopied(provider, job)
})

test('a target whose rows move while it is read is read again', async () => {
  await using provider = await startTestProvider()
  const rows = LONG_ROWS
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({ rows })
  const job = buildJob({ sourceId, targetId })
  const google = editBetweenReads(provider.google, {
    spreadsheetId: targetId,
    edit: (reads) =>
      reads === 1 ? changeRow(provider, { id: targetId, change: 'deleteDimension', row: 5 }) : undefined,
  })
  expect(await sync(google, job)).toMatchObject({ status: 'Success', kind: 'copied' })
  await expectCopied(provider, job)
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
    edit: () => changeRow(provider, { id: sourceId, change: 'insertDimension', row: 5 }),
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

test.each([
  ['text like the end of a row', 'a],["b', 'a],["b'],
  ['an error of a formula', '=1/0', '#DIV/0!'],
])('%s in the row where two windows meet is copied as elsewhere', async (_what, entered, copied) => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: LONG_ROWS })
  const column = LONG_ROWS.slice(1).map((): Cell[] => [entered])
  await provider.write(sourceId, 'Sheet1!B2', column, 'USER_ENTERED')
  const job = buildJob({ sourceId, targetId: await provider.spreadsheet({}) })
  expect(await sync(provider.google, job)).toMatchObject({ kind: 'copied', rows: ROW_COUNT, refusedCells: 0 })
  const expected = LONG_ROWS.map(([name = '']) => [name, copied])
  expect(listNames(await provider.read(job.target.id))).toEqual(listNames(expected))
})
