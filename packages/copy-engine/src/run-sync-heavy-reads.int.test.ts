import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import {
  afterCopy,
  buildJob,
  leaveExtent,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

const MAX_CELLS = 20_000
const COLUMNS = 40
const ROWS: Cell[][] = Array.from({ length: 3_001 }, (_, row) =>
  Array.from({ length: COLUMNS }, (_, at) => (row === 0 ? `column ${at}` : row * 100 + at)),
)

/** Rejects every large read, as Google rejects complex reads. */
function refuseHeavyReads({ emulator }: TestProvider, spreadsheetId: string): void {
  emulator.faults.add({ spreadsheetId, cellsOver: MAX_CELLS, effect: { answer: 'unavailable' } })
}

/** Runs a job once. Also returns the number of refused reads, and the limits for the next run. */
async function run(provider: TestProvider, job: SyncJob) {
  let limits: Record<string, number> = {}
  const onLimitsLearned = (learned: ReadonlyMap<string, number>) => {
    limits = Object.fromEntries(learned)
  }
  const counted = await countRequests(provider, () => sync(provider.google, job, { onLimitsLearned }))
  const refused = provider.emulator.requests.entries.filter(({ status }) => status === 503).length
  return { ...counted, refused, limits }
}

async function expectExact(provider: TestProvider, { source, target }: SyncJob): Promise<void> {
  expect((await provider.read(target.id)).slice(1)).toEqual((await provider.read(source.id)).slice(1))
}

test('a source that refuses large reads is copied exactly within one attempt, and the next run asks for less', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: ROWS })
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId })
  refuseHeavyReads(provider, sourceId)
  const first = await run(provider, job)
  expect(first.outcome).toMatchObject({ status: 'Success', rows: 3_000 })
  expect(first.refused).toBeGreaterThan(0)
  const limit = first.limits[sourceId] ?? 0
  expect(first.limits).toEqual({ [sourceId]: limit })
  expect(limit).toBeGreaterThan(MAX_CELLS / 2 - COLUMNS)
  expect(limit).toBeLessThanOrEqual(MAX_CELLS)
  provider.emulator.faults.clear()
  await expectExact(provider, job)

  refuseHeavyReads(provider, sourceId)
  const next = afterCopy({ ...job, limits: { ...job.limits, cellLimits: first.limits } }, first.outcome)
  const second = await run(provider, next)
  expect(second).toMatchObject({
    refused: 0,
    limits: {},
    outcome: { status: 'Success', cellsChanged: 0, hasReadAll: false },
  })
  expect(second.outcome.left.memory?.digests).toEqual(first.outcome.left.memory?.digests)
})

test('a target that refuses large reads is compared, searched for formulas and checked in parts', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: ROWS })
  const targetId = await provider.spreadsheet({ rows: ROWS })
  await provider.write(targetId, 'Sheet1!B2000:B2001', [['=1+1'], ['old']], 'USER_ENTERED')
  const job = buildJob({ sourceId, targetId, last: leaveExtent({ rows: 3_000, width: COLUMNS }) })
  refuseHeavyReads(provider, targetId)
  const { outcome, refused, limits } = await run(provider, job)
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 2 })
  expect(outcome.log.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('The target has formulas in B2000.'),
  )
  expect(refused).toBeGreaterThan(0)
  expect(Object.keys(limits)).toEqual([targetId])
  provider.emulator.faults.clear()
  await expectExact(provider, job)
})

test('an outage teaches no limit: the attempt fails as it would with small reads', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: ROWS })
  const job = buildJob({ sourceId, targetId: await provider.spreadsheet({}) })
  provider.emulator.faults.add({
    spreadsheetId: sourceId,
    operation: 'values.batchGet',
    effect: { answer: 'unavailable' },
  })
  let limits: ReadonlyMap<string, number> | undefined
  const failed = sync(provider.google, job, {
    onLimitsLearned: (learned) => {
      limits = learned
    },
  })
  await expect(failed).rejects.toMatchObject({ reason: 'unavailable', retryable: true })
  expect(limits).toEqual(new Map())
})

test('a read that times out is halved at once', async () => {
  await using provider = await startTestProvider({ config: { requestTimeoutMs: 1_500 } })
  const sourceId = await provider.spreadsheet({ rows: ROWS })
  const job = buildJob({ sourceId, targetId: await provider.spreadsheet({}) })
  const slow = { answer: 'delayed', delayMs: 5_000 } as const
  provider.emulator.faults.add({ spreadsheetId: sourceId, cellsOver: 2 * MAX_CELLS, effect: slow })
  const { outcome, limits } = await run(provider, job)
  expect(outcome).toMatchObject({ status: 'Success', rows: 3_000 })
  expect(limits[sourceId]).toBeLessThanOrEqual(2 * MAX_CELLS)
  provider.emulator.faults.clear()
  await expectExact(provider, job)
})

test('rows that are inserted between two parts of a window are noticed', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: ROWS })
  const job = buildJob({
    sourceId,
    targetId: await provider.spreadsheet({}),
    limits: { chunkSize: 2000, cellLimits: { [sourceId]: MAX_CELLS } },
  })
  const { sheets } = await provider.call<{ sheets: { properties: { sheetId: number } }[] }>('GET', `/${sourceId}`)
  const range = { sheetId: sheets[0]?.properties.sheetId, dimension: 'ROWS', startIndex: 4, endIndex: 5 }
  // The second part of the window arrives late, and the row is inserted meanwhile.
  const late = { answer: 'delayed', delayMs: 1_000 } as const
  provider.emulator.faults.add({
    operation: 'values.batchGet',
    spreadsheetId: sourceId,
    after: 1,
    count: 1,
    effect: late,
  })
  const running = run(provider, job)
  const isLate = () =>
    provider.emulator.requests.entries.filter(
      ({ operation, spreadsheetId }) => operation === 'values.batchGet' && spreadsheetId === sourceId,
    ).length > 1
  while (!isLate()) await new Promise((resolve) => setTimeout(resolve, 10))
  await provider.call('POST', `/${sourceId}:batchUpdate`, { requests: [{ insertDimension: { range } }] })
  expect((await running).outcome).toMatchObject({ status: 'Success', rows: 3_001 })
  await expectExact(provider, job)
})

test('a chunk size under 1,000 limits the rows of every read from the start', async () => {
  await using provider = await startTestProvider()
  const rows = ROWS.slice(0, 901)
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({ rows })
  await provider.write(sourceId, 'Sheet1!C300', [['new']])
  const job = buildJob({ sourceId, targetId, limits: { chunkSize: 200 } })
  provider.emulator.faults.add({ kind: 'read', cellsOver: 200 * COLUMNS, effect: { answer: 'unavailable' } })
  const { outcome, refused } = await run(provider, job)
  expect({ refused, outcome }).toMatchObject({ refused: 0, outcome: { status: 'Success', cellsChanged: 1 } })
  provider.emulator.faults.clear()
  await expectExact(provider, job)
})
