import type { Fault } from '@nano-sync/sheets-emulator/fault'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { MAX_PAYLOAD_BYTES } from '#domain/copy/pack-patches.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import {
  APPROVE_ALL,
  afterSuccess,
  buildJob,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'

/** Rows below a header. */
function numbers(rows: number, columns: number): Cell[][] {
  return Array.from({ length: rows + 1 }, (_, row) => Array.from({ length: columns }, (_, at) => row * 10 + at))
}

/** Copies these rows for the first time; returns the job of the next run. */
async function copied(provider: TestProvider, rows: Cell[][]) {
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId })
  const first = await countRequests(provider, () => sync(provider.google, job))
  expect(first.outcome).toMatchObject({ status: 'Success', rows: rows.length - 1 })
  return { sourceId, targetId, first, job: afterSuccess(job, first.outcome) }
}

test('50 x 4 cells, unchanged and with one cell changed', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, job } = await copied(provider, numbers(50, 4))
  const unchanged = await countRequests(provider, () => sync(provider.google, job))
  expect(unchanged).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(unchanged.reads).toBe(COUNT_LIMITS.smallUnchangedReads.limit)
  expect(unchanged.outcome.dataCopy).toBeUndefined()

  await provider.write(sourceId, 'Sheet1!B7', [['new']])
  const { outcome, reads, writes } = await countRequests(provider, () =>
    sync(provider.google, afterSuccess(job, unchanged.outcome)),
  )
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(reads).toBeLessThanOrEqual(COUNT_LIMITS.smallChangedReads.limit)
  expect(writes).toBe(COUNT_LIMITS.smallChangedWrites.limit)
  expect(outcome.dataCopy?.rows[5]?.[1]).toBe('new')
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))
})

test('40,000 x 10 cells, first and unchanged', async () => {
  await using provider = await startTestProvider()
  const { targetId, sourceId, first, job } = await copied(provider, numbers(40_000, 10))
  expect(first.reads).toBeLessThanOrEqual(COUNT_LIMITS.mediumFirstReads.limit)
  expect(first.writes).toBeLessThanOrEqual(COUNT_LIMITS.mediumFirstWrites.limit)
  const unchanged = await countRequests(provider, () => sync(provider.google, job))
  expect(unchanged).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(unchanged.reads).toBeLessThanOrEqual(COUNT_LIMITS.mediumUnchangedReads.limit)
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))
})

test('50 x 4 cells, unchanged, and Drive says that nobody touched the target', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, job } = await copied(provider, numbers(50, 4))
  const settled = await countRequests(provider, () => sync(provider.google, job))
  expect(settled).toMatchObject({ reads: 2, writes: 0, drive: 1 })
  const next = afterSuccess(job, settled.outcome)
  const unchanged = await countRequests(provider, () => sync(provider.google, next))
  expect(unchanged).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(unchanged.reads).toBe(COUNT_LIMITS.untouchedReads.limit)
  expect(unchanged.drive).toBe(COUNT_LIMITS.untouchedDrive.limit)

  await provider.write(targetId, 'Sheet1!B7', [['by hand']])
  const edited = await countRequests(provider, () => sync(provider.google, afterSuccess(job, unchanged.outcome)))
  expect(edited).toMatchObject({ writes: 1, outcome: { status: 'Success', cellsChanged: 1 } })
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))
  expect(edited.outcome.left.memory?.targetVersion).toBeUndefined()
})

test.each([
  ['in the region', 'Sheet1!B7', '=60+1'],
  ['above it', 'Sheet1!B1', '={1;11}'],
])(
  'a target with a formula %s is looked at in each run, because its results change without an edit',
  async (_where, cell, formula) => {
    await using provider = await startTestProvider()
    const { sourceId, targetId, job } = await copied(provider, numbers(50, 4))
    await provider.write(sourceId, 'Sheet1!B7', [[61]])
    const first = await sync(provider.google, job)
    await provider.write(targetId, 'Sheet1!B2', [['']])
    await provider.write(targetId, cell, [[formula]], 'USER_ENTERED')
    if (cell === 'Sheet1!B7') await provider.write(targetId, 'Sheet1!B2', [[11]])
    let next = afterSuccess(job, first)
    for (let run = 0; run < 3; run += 1) {
      const { outcome, reads } = await countRequests(provider, () => sync(provider.google, next))
      expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 0 })
      expect(reads).toBeGreaterThan(1)
      expect(outcome.left.memory?.targetVersion).toBeUndefined()
      next = afterSuccess(job, outcome)
    }
  },
)

/** Counts the Drive requests of two consecutive runs, with the same effect on each request. */
async function countDriveRequests(effect: Fault['effect']): Promise<number[]> {
  await using provider = await startTestProvider()
  const { job } = await copied(provider, numbers(50, 4))
  provider.emulator.faults.add({ operation: 'files.get', effect })
  const first = await countRequests(provider, () => sync(provider.google, job))
  const second = await countRequests(provider, () => sync(provider.google, afterSuccess(job, first.outcome)))
  for (const run of [first, second]) expect(run).toMatchObject({ reads: 2, writes: 0, outcome: { status: 'Success' } })
  return [first.drive, second.drive]
}

test.each<Fault['effect']>([{ answer: 'permission_denied' }, { answer: 'revoked' }, { answer: 'not_found' }])(
  'where Drive answers %j, a run does without it, and the next one does not ask again soon',
  async (effect) => expect(await countDriveRequests(effect)).toEqual([1, 0]),
)

test.each<Fault['effect']>([
  { answer: 'user_rate_limited' },
  { answer: 'rate_limited' },
  { answer: 'unavailable' },
  { answer: 'text_too_long' },
])('where Drive answers %j, a run does without it, and the next one asks again', async (effect) => {
  expect(await countDriveRequests(effect)).toEqual([1, 1])
})

test('cells beside the copy are cleared only when a person agrees, also in rows that nobody touched', async () => {
  await using provider = await startTestProvider()
  const rows = numbers(40_000, 2)
  const sourceId = await provider.spreadsheet({ rows, columnCount: 3 })
  const targetId = await provider.spreadsheet({ rows, columnCount: 4 })
  await provider.write(targetId, 'Sheet1!C2', [['beside']])
  let job = buildJob({ sourceId, targetId })
  for (let run = 0; run < 3; run += 1) job = afterSuccess(job, await sync(provider.google, job))
  expect(job.last.memory?.targetVersion).toBeDefined()
  await provider.write(sourceId, 'Sheet1!C39000', [['new column']])
  const held = await sync(provider.google, job)
  expect(held).toMatchObject({
    kind: 'held',
    holds: [{ cause: 'other_cells', count: 1, cells: [{ row: 2, column: 3 }] }],
  })
  expect((await provider.read(targetId))[1]?.[2]).toBe('beside')
  const outcome = await sync(provider.google, { ...job, approval: APPROVE_ALL })
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 2 })
  expect((await provider.read(targetId)).slice(1)).toEqual((await provider.read(sourceId)).slice(1))
})

test('a target tab that was renamed before Drive learned of it is created again', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: numbers(50, 4) })
  const targetId = await provider.spreadsheet({ title: 'Mine' })
  let job = buildJob({ sourceId, targetId, targetTab: 'Copy' })
  for (let run = 0; run < 3; run += 1) job = afterSuccess(job, await sync(provider.google, job))
  const { memory } = job.last
  const { sheetId } = memory?.target.tab ?? {}
  const properties = { sheetId, title: 'Renamed' }
  const renaming = { updateSheetProperties: { properties, fields: 'title' } }
  await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [renaming] })
  const response = await fetch(`${provider.emulator.url}/drive/v3/files/${targetId}?fields=version`)
  const { version: targetVersion } = (await response.json()) as { version: string }
  await provider.write(sourceId, 'Sheet1!B7', [['new']])
  const lagging = { ...job, last: { ...job.last, ...(memory && { memory: { ...memory, targetVersion } }) } }
  expect(await sync(provider.google, lagging)).toMatchObject({ status: 'Success', hasReadAll: true })
  expect((await provider.read(targetId, 'Copy'))[6]?.[1]).toBe('new')
})

test.each([
  ['in a cell to write', 'Sheet1!B7', '=1', /has formulas in B7\./],
  ['that fills a cell to write', 'Sheet1!B2', '={1;11;21;31;41;1}', /array formula of the target fills B3:B7,/],
])('a formula %s is found before Drive has reported it', async (_where, cell, formula, warning) => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, job } = await copied(provider, numbers(10_000, 4))
  let next = afterSuccess(job, await sync(provider.google, job))
  const { memory } = next.last
  await provider.write(targetId, 'Sheet1!B2:B7', [[''], [''], [''], [''], [''], ['']])
  if (cell === 'Sheet1!B7') await provider.write(targetId, 'Sheet1!B2', [[11], [21], [31], [41], [51]])
  await provider.write(targetId, cell, [[formula]], 'USER_ENTERED')
  const response = await fetch(`${provider.emulator.url}/drive/v3/files/${targetId}?fields=version`)
  const { version: targetVersion } = (await response.json()) as { version: string }
  next = { ...next, last: { ...next.last, ...(memory && { memory: { ...memory, targetVersion } }) } }
  await provider.write(sourceId, 'Sheet1!B7', [['new']])
  const { log } = await sync(provider.google, next)
  expect(log.map(({ message }) => message).join('\n')).toMatch(warning)
  expect((await provider.read(targetId))[6]?.[1]).toBe('new')
})

test('100,000 x 10 cells, unchanged, and with one cell changed: only its row is looked at in the target', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, job } = await copied(provider, numbers(100_000, 10))
  const unchanged = await countRequests(provider, () => sync(provider.google, job))
  expect(unchanged).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(unchanged.reads).toBeLessThanOrEqual(COUNT_LIMITS.largeUnchangedReads.limit)

  await provider.write(sourceId, 'Sheet1!C90001', [['new']])
  const { outcome, reads } = await countRequests(provider, () =>
    sync(provider.google, afterSuccess(job, unchanged.outcome)),
  )
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  // The source takes four reads, the changed rows two, and both layouts two.
  expect(reads).toBeLessThanOrEqual(COUNT_LIMITS.largeChangedReads.limit)
  expect((await provider.read(targetId))[90_000]?.[2]).toBe('new')
})

/** Builds rows below a header. The length of each text depends on the place of its row. */
function texts(rows: number, lengthAt: (share: number) => number): Cell[][] {
  return numbers(rows, 9).map((cells, row) => [...cells, 'x'.repeat(lengthAt(row / rows))])
}

test.each([
  ['40,000 rows whose texts grow', texts(40_000, (share) => 70 * share)],
  ['100,000 rows whose texts grow', texts(100_000, (share) => 60 * share)],
])('%s down the sheet take no more reads than their size needs', async (_what, rows) => {
  await using provider = await startTestProvider()
  const { first, job } = await copied(provider, rows)
  const fewest = Math.ceil(JSON.stringify(rows).length / MAX_PAYLOAD_BYTES)
  const expectPayloads = () => {
    const largest = Math.max(...windowBytes(provider, rows))
    expect(largest).toBeGreaterThan(MAX_PAYLOAD_BYTES / 2)
    expect(largest).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES)
  }
  expect(first.reads).toBeLessThanOrEqual(2 * fewest)
  expectPayloads()
  const unchanged = await countRequests(provider, () => sync(provider.google, job))
  expect(unchanged).toMatchObject({ reads: 2 * fewest, writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expectPayloads()
})

/** Lists the sizes of the rows requested by each read, as JSON. */
function windowBytes({ emulator }: TestProvider, rows: readonly Cell[][]): number[] {
  return emulator.requests.entries.flatMap(({ kind, path }) => {
    const [, first, last] = /ranges=(?:'Sheet1'!)?A(\d+):[A-Z]+(\d+)/.exec(decodeURIComponent(path)) ?? []
    return kind === 'read' && last ? [JSON.stringify(rows.slice(Number(first) - 1, Number(last))).length] : []
  })
}
