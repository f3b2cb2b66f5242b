import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { buildJob, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'
import type { SyncJob, SyncOutcome } from './sync-job.ts'

/** Rows below a header. */
function numbers(rows: number, columns: number): Cell[][] {
  return Array.from({ length: rows + 1 }, (_, row) => Array.from({ length: columns }, (_, at) => row * 10 + at))
}

/** The requests of one run, counted at the provider. */
async function counted<Outcome>(provider: TestProvider, run: () => Promise<Outcome>) {
  const { requests } = provider.emulator
  requests.clear()
  const outcome = await run()
  const sheets = requests.entries.filter(({ path }) => path.startsWith('/v4/'))
  const count = (kind: string) => sheets.filter((entry) => entry.kind === kind).length
  return { outcome, reads: count('read'), writes: count('write'), drive: requests.entries.length - sheets.length }
}

/** The job of the next run, after one that ended in Success. */
function after(job: SyncJob, { rows, width, errorCells, memory }: SyncOutcome): SyncJob {
  if (!memory) throw new Error('The run left no memory')
  return { ...job, lastRows: rows, lastWidth: width, lastErrorCells: errorCells, memory }
}

/** Copies these rows for the first time; returns the job of the next run. */
async function copied(provider: TestProvider, rows: Cell[][]) {
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId })
  const first = await counted(provider, () => sync(provider.google, job))
  expect(first.outcome).toMatchObject({ status: 'Success', rows: rows.length - 1 })
  return { sourceId, targetId, first, job: after(job, first.outcome) }
}

test('50 x 4 cells, unchanged and with one cell changed', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, job } = await copied(provider, numbers(50, 4))
  const unchanged = await counted(provider, () => sync(provider.google, job))
  expect(unchanged).toMatchObject({ reads: 2, writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(unchanged.outcome.dataCopy).toBeUndefined()

  await provider.write(sourceId, 'Sheet1!B7', [['new']])
  const { outcome, reads, writes } = await counted(provider, () => sync(provider.google, after(job, unchanged.outcome)))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(reads).toBeLessThanOrEqual(4)
  expect(writes).toBe(1)
  expect(outcome.dataCopy?.rows[5]?.[1]).toBe('new')
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))
})

test('40,000 x 10 cells, first and unchanged', async () => {
  await using provider = await startTestProvider()
  const { targetId, sourceId, first, job } = await copied(provider, numbers(40_000, 10))
  expect(first.reads).toBeLessThanOrEqual(6)
  expect(first.writes).toBeLessThanOrEqual(3)
  const unchanged = await counted(provider, () => sync(provider.google, job))
  expect(unchanged).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(unchanged.reads).toBeLessThanOrEqual(6)
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))
})

test('100,000 x 10 cells, unchanged', { timeout: 60_000 }, async () => {
  await using provider = await startTestProvider()
  const { job } = await copied(provider, numbers(100_000, 10))
  const unchanged = await counted(provider, () => sync(provider.google, job))
  expect(unchanged).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(unchanged.reads).toBeLessThanOrEqual(8)
})
