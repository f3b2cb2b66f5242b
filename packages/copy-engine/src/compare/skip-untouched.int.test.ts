import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import type { FileChecks, SyncJob } from '#engine/job/sync-job.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import {
  afterSuccess,
  buildJob,
  type Ran,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'

const ROWS: Cell[][] = [
  ['Name', 'Amount'],
  ['Ada', 10],
  ['Grace', 20],
]

function withChecks(job: SyncJob, fileChecks: FileChecks): SyncJob {
  return { ...job, fileChecks: { ...job.fileChecks, ...fileChecks } }
}

/** Builds the job of the next run. It may be skipped. */
function after(job: SyncJob, ran: Ran): SyncJob {
  return withChecks(afterSuccess(job, ran), { maySkip: true, requestedAt: new Date() })
}

/** Copies rows for the first time. Returns the job of the next run, not to be skipped yet. */
async function copied(provider: TestProvider, over: Partial<SyncJob> = {}) {
  const sourceId = await provider.spreadsheet({ rows: ROWS })
  const targetId = await provider.spreadsheet({})
  const first = buildJob({ sourceId, targetId, fileChecks: { preparesSkip: true }, ...over })
  return { sourceId, targetId, job: after(first, await sync(provider.google, first)) }
}

test('a run that finds nothing to write looks for formulas once, and the next one reads nothing', async () => {
  await using provider = await startTestProvider()
  const { job } = await copied(provider)
  const prepared = await countRequests(provider, () => sync(provider.google, job))
  expect(prepared).toMatchObject({ reads: 3, writes: 0, drive: 2 })
  expect(prepared.outcome.kind).toBe('copied')
  const skipped = await countRequests(provider, () => sync(provider.google, after(job, prepared.outcome)))
  expect(skipped).toMatchObject({ reads: 0, writes: 0, drive: 2 })
  expect(skipped.outcome).toMatchObject({ status: 'Success', kind: 'skipped', rows: 2, cellsChanged: 0 })
  expect(skipped.outcome.log).toEqual([{ level: 'SUCCESS', message: expect.stringMatching(/^Unchanged, skipped: /) }])
  // A skipped run leaves the same state as the run before it.
  const again = await countRequests(provider, () => sync(provider.google, after(job, skipped.outcome)))
  expect(again).toMatchObject({ reads: 0, outcome: { kind: 'skipped' } })
})

test('a run that may not be skipped does not look for formulas again', async () => {
  await using provider = await startTestProvider()
  const { job } = await copied(provider)
  const prepared = await sync(provider.google, job)
  const read = await countRequests(provider, () =>
    sync(provider.google, withChecks(after(job, prepared), { maySkip: false })),
  )
  expect(read).toMatchObject({ reads: 1, drive: 2, outcome: { left: { memory: { sourceIsComputed: false } } } })
})

test('a task of a type that does not skip asks nothing about its source', async () => {
  await using provider = await startTestProvider()
  const { job } = await copied(provider, { fileChecks: { preparesSkip: false } })
  const read = await countRequests(provider, () => sync(provider.google, job))
  expect(read).toMatchObject({ reads: 2, drive: 1, outcome: { status: 'Success' } })
  expect(read.outcome.left.memory?.sourceVersion).toBeUndefined()
})

test.each([
  ['source', 'sourceId'],
  ['target', 'targetId'],
] as const)('after an edit of the %s, the run reads both', async (_file, edited) => {
  await using provider = await startTestProvider()
  const { job, ...ids } = await copied(provider)
  const prepared = await sync(provider.google, job)
  await provider.write(ids[edited], 'Sheet1!B2', [[99]])
  const outcome = await sync(provider.google, after(job, prepared))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(outcome.kind).toBe('copied')
  expect((await provider.read(ids.targetId))[1]).toEqual((await provider.read(ids.sourceId))[1])
})

test('an edit that Drive learns of later is not missed: the next run reads both', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, job } = await copied(provider)
  const prepared = await sync(provider.google, job)
  const requestedAt = new Date()
  const lagging = withChecks(after(job, prepared), { requestedAt })
  // From now on, Drive repeats the answer another run of the wave got before the edit.
  expect(await sync(provider.google, lagging)).toMatchObject({ kind: 'skipped' })
  await provider.write(sourceId, 'Sheet1!B2', [[99]])
  const skipped = await sync(provider.google, lagging)
  expect(skipped).toMatchObject({ kind: 'skipped' })
  expect(await sync(provider.google, after(job, skipped))).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect((await provider.read(targetId))[1]).toEqual(['Ada', 99])
})

test.each([
  ['in a copied cell', 'Sheet1!B3', '=10+10'],
  ['above the copy', 'Sheet1!D1', '={1;2;3}'],
  ['below the last row', 'Sheet1!A15', '=""'],
])('a source with a formula %s is never skipped', async (_where, cell, formula) => {
  await using provider = await startTestProvider()
  const { sourceId, job } = await copied(provider, { startRow: 2 })
  await provider.write(sourceId, cell, [[formula]], 'USER_ENTERED')
  const written = await sync(provider.google, job)
  const equal = await sync(provider.google, after(job, written))
  const prepared = await countRequests(provider, () => sync(provider.google, after(job, equal)))
  expect(prepared.outcome.left.memory).toMatchObject({ sourceIsComputed: true, sourceVersion: expect.any(String) })
  // At this version, no run searches for computed cells again.
  const next = await countRequests(provider, () =>
    sync(provider.google, withChecks(after(job, prepared.outcome), { maySkip: false })),
  )
  expect(next).toMatchObject({ reads: 1, outcome: { left: { memory: { sourceIsComputed: true } } } })
})

test('a target with a formula prepares nothing: its results change without an edit', async () => {
  await using provider = await startTestProvider()
  const { targetId, job } = await copied(provider)
  await provider.write(targetId, 'Sheet1!B2', [['=5+5']], 'USER_ENTERED')
  const read = await countRequests(provider, () => sync(provider.google, job))
  expect(read.outcome).toMatchObject({ status: 'Success', cellsChanged: 0 })
  expect(read.outcome.left.memory?.sourceVersion).toBeUndefined()
  expect(read.outcome.left.memory?.targetVersion).toBeUndefined()
})

test('a file that is now one of Excel is never skipped, whatever its version', async () => {
  await using provider = await startTestProvider()
  const { job } = await copied(provider)
  const prepared = after(job, await sync(provider.google, job))
  const url = `${provider.emulator.url}/drive/v3/files`
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Old.xlsx', mimeType })
  const created = await fetch(`${url}?fields=id,version`, { method: 'POST', headers, body })
  const { id: sourceId, version: sourceVersion }: { id: string; version: string } = await created.json()
  const { memory } = prepared.last
  if (!memory) throw new Error('The run left no memory')
  const source = { ...memory.source, spreadsheet: { ...memory.source.spreadsheet, id: sourceId } }
  const isExcel = sync(provider.google, {
    ...prepared,
    source: { id: sourceId, tab: '' },
    last: { ...prepared.last, memory: { ...memory, source, sourceVersion } },
  })
  await expect(isExcel).rejects.toMatchObject({ reason: 'office_file' })
})

test('where Drive does not answer, the run reads both', async () => {
  await using provider = await startTestProvider()
  const { job } = await copied(provider)
  const prepared = await sync(provider.google, job)
  provider.emulator.faults.add({ operation: 'files.get', effect: { answer: 'permission_denied' } })
  const read = await countRequests(provider, () => sync(provider.google, after(job, prepared)))
  expect(read).toMatchObject({ reads: 2, writes: 0, drive: 2, outcome: { status: 'Success' } })
  expect(read.outcome.kind).toBe('copied')
})

test('runs that were requested together ask once about a file that they share', async () => {
  await using provider = await startTestProvider()
  const { sourceId, job } = await copied(provider)
  const others = await Promise.all(
    [1, 2].map(async () => {
      const first = {
        ...job,
        source: { id: sourceId, tab: '' },
        target: { id: await provider.spreadsheet({}), tab: '' },
      }
      const fresh = { ...first, last: { ...first.last, memory: undefined } }
      return after(fresh, await sync(provider.google, fresh))
    }),
  )
  const prepared = await Promise.all(
    [job, ...others].map(async (each) => after(each, await sync(provider.google, each))),
  )
  const requestedAt = new Date()
  const wave = await countRequests(provider, () =>
    Promise.all(prepared.map((each) => sync(provider.google, withChecks(each, { requestedAt })))),
  )
  expect(wave.outcome.map(({ kind }) => kind)).toEqual(['skipped', 'skipped', 'skipped'])
  expect(wave).toMatchObject({ reads: 0, drive: 4 })
})

test.each([
  ['a failure of Drive', 'unavailable', 'skipped'],
  ['a refusal by Drive', 'permission_denied', 'copied'],
] as const)('after %s (%s), the next run is %s', async (_what, answer, kind) => {
  await using provider = await startTestProvider()
  const { job } = await copied(provider)
  const ready = after(job, await sync(provider.google, job))
  provider.emulator.faults.add({ operation: 'files.get', count: 2, effect: { answer } })
  expect(await sync(provider.google, ready)).toMatchObject({ kind: 'copied', status: 'Success' })
  expect((await sync(provider.google, withChecks(ready, { requestedAt: new Date() }))).kind).toBe(kind)
})
