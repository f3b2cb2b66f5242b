import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { sync } from '#tests/support/test-provider.ts'

/** Rows of numbers below a header of column names; the first column counts the rows. */
function numbers(rows: number, columns: number): Cell[][] {
  const header = Array.from({ length: columns }, (_, at) => `c${at}`)
  return [header, ...Array.from({ length: rows }, (_, row) => header.map((_, at) => (at === 0 ? row : row * 10 + at)))]
}

test.each([{ columns: 'c1, c0 as Row', targetCell: 'B5' }, { rows: 'c0 >= 10' }])(
  '50 x 4 cells with the shape %j, unchanged: as many reads as without one',
  async (shape) => {
    const memory = createMemoryProvider()
    const sourceId = await memory.spreadsheet({ rows: numbers(50, 4) })
    const targetId = await memory.spreadsheet({ rowCount: 60 })
    const job = buildShapedJob({ sourceId, targetId, shape })
    const first = await sync(memory.provider, job)
    const settled = await countRequests(memory, () => sync(memory.provider, afterRun(job, first)))
    expect(settled).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
    expect(settled.reads).toBe(COUNT_LIMITS.shapedUnchangedReads.limit)
    // From now on, Drive says nobody touched the target.
    const unchanged = await countRequests(memory, () => sync(memory.provider, afterRun(job, settled.outcome)))
    expect(unchanged).toMatchObject({ reads: COUNT_LIMITS.untouchedReads.limit, writes: 0, drive: 1 })
    expect(unchanged.outcome.dataCopy).toBeUndefined()
    // Whatever the shape, an edit of the target is found and an edit of the source copied.
    await memory.write(targetId, 'Sheet1!B8', [['by hand']])
    await memory.write(sourceId, 'Sheet1!A50', [[9_999]])
    const edited = await sync(memory.provider, afterRun(job, unchanged.outcome))
    expect(edited).toMatchObject({ status: 'Success', cellsChanged: 2 })
  },
)

test('40,000 x 10 cells with a shape, first and unchanged', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: numbers(40_000, 10) })
  const targetId = await memory.spreadsheet({})
  const shape = { columns: 'c9, c8, c7, c6, c5, c4, c3, c2, c1, c0', rows: 'c0 != 5' }
  const job = buildShapedJob({ sourceId, targetId, shape })
  const first = await countRequests(memory, () => sync(memory.provider, job))
  expect(first.outcome).toMatchObject({ status: 'Success', rows: 39_999 })
  expect(first.reads).toBeLessThanOrEqual(COUNT_LIMITS.shapedMediumReads.limit)
  expect(first.writes).toBeLessThanOrEqual(COUNT_LIMITS.mediumFirstWrites.limit)
  const again = await countRequests(memory, () => sync(memory.provider, afterRun(job, first.outcome)))
  expect(again).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(again.reads).toBeLessThanOrEqual(COUNT_LIMITS.shapedMediumReads.limit)
})

test('conditions that 100 of 40,000 rows meet write only those', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: numbers(40_000, 10) })
  const targetId = await memory.spreadsheet({})
  const job = buildShapedJob({ sourceId, targetId, shape: { rows: 'c0 >= 20000; c0 < 20100' } })
  const { outcome, reads, writes } = await countRequests(memory, () => sync(memory.provider, job))
  expect(outcome).toMatchObject({ status: 'Success', rows: 100, cellsChanged: COUNT_LIMITS.filteredCells.limit })
  expect(reads).toBeLessThanOrEqual(COUNT_LIMITS.shapedMediumReads.limit)
  expect(writes).toBeLessThanOrEqual(2)
  expect((await memory.read(targetId)).slice(1).map(([first]) => first)).toEqual(
    Array.from({ length: 100 }, (_, at) => 20_000 + at),
  )
})
