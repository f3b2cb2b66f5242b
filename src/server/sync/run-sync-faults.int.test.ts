import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { aJob, startSyncWorld, sync } from '#tests/support/sync-world.ts'

type World = Awaited<ReturnType<typeof startSyncWorld>>

/** A request that fails before or after it was applied, and those after it too. */
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
  /** Requests that pass before the failing one. */
  after: number
  failure: (typeof failures)[number]
  /** How many requests fail: one is mended within the run, many end the attempt. */
  count: number
}

/** Interrupts a copy and gives how full the target was before, then and after a later run. */
async function interrupt(world: World, { source, target, rowCount, after, failure, count }: Copy) {
  const sourceId = await world.spreadsheet({ rows: source })
  const targetTab = {
    title: 'Copy',
    ...(target && { rows: target }),
    rowCount: Math.max(rowCount, target?.length ?? 0),
  }
  const targetId = await world.spreadsheet(target ? targetTab : {})
  const job = aJob({
    sourceId,
    targetId,
    targetTab: 'Copy',
    startRow: 1,
    allowShrink: true,
    lastRows: 1,
    lastWidth: 6,
  })
  const filled = async () => (target ? filledCells(await world.read(targetId, 'Copy')) : 0)

  const before = await filled()
  world.emulator.faults.add({ after, count, effect: failure })
  const isOver = await sync(world.google, job).then(
    () => true,
    () => false,
  )
  world.emulator.faults.clear()
  const between = target || isOver ? await filled() : 0

  await sync(world.google, job)
  const copied = await world.read(targetId, 'Copy')
  return { before, between, isOver, after: filledCells(copied), copied, wanted: await world.read(sourceId) }
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

test('whichever request fails, the target is never emptier than before and after, and a later run is exact', async () => {
  await using world = await startSyncWorld()
  await fc.assert(
    fc.asyncProperty(anyCopy, async (copy) => {
      const { before, between, after, copied, wanted } = await interrupt(world, copy)
      expect(between).toBeGreaterThanOrEqual(Math.min(before, after))
      expect(copied).toEqual(wanted)
    }),
    { numRuns: 80 },
  )
})

test('a copy of several requests that moves everything never leaves the target emptier on its way', async () => {
  await using world = await startSyncWorld()
  const long = (row: number) => `${row}`.padEnd(45_000, '.')
  const source = Array.from({ length: 60 }, (_, row) => (row < 2 ? ['head'] : ['', long(row)]))
  const target = Array.from({ length: 70 }, (_, row) => [long(row)])
  for (let after = 6; after < 12; after += 1) {
    const copy = { source, target, rowCount: 1, after, failure: failures[1], count: 100 }
    const { before, between, after: filled, copied, wanted } = await interrupt(world, copy)
    expect(between).toBeGreaterThanOrEqual(Math.min(before, filled))
    expect(copied).toEqual(wanted)
  }
})

test('a single failure of any request is mended within the run', async () => {
  await using world = await startSyncWorld()
  const source = [['a', 'b'], ...Array.from({ length: 30 }, (_, row) => [row, `${row}`])]
  for (const failure of failures) {
    for (let after = 0; after < 9; after += 1) {
      expect(await interrupt(world, { source, target: [['x']], rowCount: 3, after, failure, count: 1 })).toMatchObject({
        isOver: true,
      })
    }
  }
})

test('a tab that was made although its request failed is not made twice', async () => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({ rows: [['a'], [1]] })
  const targetId = await world.spreadsheet({})
  world.emulator.faults.add({
    operation: 'spreadsheets.batchUpdate',
    count: 1,
    effect: { answer: 'unavailable', applied: true },
  })
  const outcome = await sync(world.google, aJob({ sourceId, targetId, targetTab: 'New' }))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(
    (await world.google.describe(targetId, { askedBy: 'jo@example.com', signal: AbortSignal.timeout(5_000) })).tabs,
  ).toHaveLength(2)
})
