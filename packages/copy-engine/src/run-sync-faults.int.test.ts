import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import {
  APPROVE_ALL,
  buildJob,
  leaveExtent,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'

/** Ways for a request to fail, before or after it was applied. */
const failures = [
  { answer: 'unavailable' },
  { answer: 'unavailable', applied: true },
  { answer: 'unavailable', applied: true, html: true },
  { answer: 'dropped' },
  { answer: 'dropped', applied: true },
] as const

interface Copy {
  source: Cell[][]
  target: Cell[][] | undefined
  rowCount: number
  /** Requests that succeed before the first failure. */
  after: number
  failure: (typeof failures)[number]
  /** Number of failing requests. The run recovers from a single failure, but many failures end the attempt. */
  count: number
}

/** Interrupts a copy; counts the filled target cells before it, after it and after a later run. */
async function interrupt(provider: TestProvider, { source, target, rowCount, after, failure, count }: Copy) {
  const sourceId = await provider.spreadsheet({ rows: source })
  const targetTab = {
    title: 'Copy',
    ...(target && { rows: target }),
    rowCount: Math.max(rowCount, target?.length ?? 0),
  }
  const targetId = await provider.spreadsheet(target ? targetTab : {})
  const job = buildJob({
    sourceId,
    targetId,
    targetTab: 'Copy',
    startRow: 1,
    approval: APPROVE_ALL,
    last: leaveExtent({ rows: 1, width: 6 }),
  })
  const filled = async () => (target ? filledCells(await provider.read(targetId, 'Copy')) : 0)

  const before = await filled()
  provider.emulator.faults.add({ after, count, effect: failure })
  const isSuccessful = await sync(provider.google, job).then(
    () => true,
    () => false,
  )
  provider.emulator.faults.clear()
  const between = target || isSuccessful ? await filled() : 0

  await sync(provider.google, job)
  const copied = await provider.read(targetId, 'Copy')
  return { before, between, isSuccessful, after: filledCells(copied), copied, expected: await provider.read(sourceId) }
}

function filledCells(rows: Cell[][]): number {
  return rows.flat().filter((cell) => !isEmptyCell(cell)).length
}

const anyRows = fc.array(fc.array(fc.constantFrom<Cell[]>('', 'a', 'b', 1, true, '=1'), { maxLength: 6 }), {
  maxLength: 25,
})
const anyCopy: fc.Arbitrary<Copy> = fc.record({
  source: anyRows,
  target: fc.option(anyRows, { nil: undefined, freq: 6 }),
  rowCount: fc.integer({ min: 1, max: 30 }),
  after: fc.integer({ min: 0, max: 9 }),
  failure: fc.constantFrom(...failures),
  count: fc.constantFrom(1, 100),
})

test('whichever request fails, the target never has fewer filled cells than before or after, and a later run is exact', {
  tags: ['long'],
}, async () => {
  await using provider = await startTestProvider()
  await fc.assert(
    fc.asyncProperty(anyCopy, async (copy) => {
      const { before, between, after, copied, expected } = await interrupt(provider, copy)
      expect(between).toBeGreaterThanOrEqual(Math.min(before, after))
      expect(copied).toEqual(expected)
    }),
    propertyRuns({ few: 25, all: 80 }),
  )
})

test('a copy that moves every cell with several writes never leaves the target emptier in between', async () => {
  await using provider = await startTestProvider()
  const long = (row: number) => `${row}`.padEnd(45_000, '.')
  const source = Array.from({ length: 60 }, (_, row) => (row < 2 ? ['head'] : ['', long(row)]))
  const target = Array.from({ length: 70 }, (_, row) => [long(row)])
  for (let after = 6; after < 12; after += 1) {
    const copy = { source, target, rowCount: 1, after, failure: failures[1], count: 100 }
    const { before, between, after: filled, copied, expected } = await interrupt(provider, copy)
    expect(between).toBeGreaterThanOrEqual(Math.min(before, filled))
    expect(copied).toEqual(expected)
  }
})

test('a run recovers from a single failure of any request', async () => {
  await using provider = await startTestProvider()
  const source = [['a', 'b'], ...Array.from({ length: 30 }, (_, row) => [row, `${row}`])]
  for (const failure of failures) {
    for (let after = 0; after < 9; after += 1) {
      expect(
        await interrupt(provider, { source, target: [['x']], rowCount: 3, after, failure, count: 1 }),
      ).toMatchObject({
        isSuccessful: true,
      })
    }
  }
})

test('a tab that was created although its request failed is not created twice', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [['a'], [1]] })
  const targetId = await provider.spreadsheet({})
  provider.emulator.faults.add({
    operation: 'spreadsheets.batchUpdate',
    count: 1,
    effect: { answer: 'unavailable', applied: true },
  })
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId, targetTab: 'New' }))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(
    (await provider.google.describe(targetId, { requestedBy: 'jo@example.com', signal: AbortSignal.timeout(60_000) }))
      .tabs,
  ).toHaveLength(2)
})
