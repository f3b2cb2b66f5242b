import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { createSourceProfiler } from '#domain/guards/source-profile.ts'
import { splitIntoBlocks } from './blocks.ts'
import { DiskBuffer } from './disk-buffer.ts'
import { createEarlyProfile } from './early-profile.ts'
import type { SourceWindow } from './read-windows.ts'

const BLOCK_ROWS = 4
const row = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom<Cell>('a', 'b', '', true))
const windows = fc.array(
  fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 9 }), isUnchanged: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 5,
  },
)

test('rows have the same profile while they are read as afterwards, whichever window was the first to change', async () => {
  const reached = { none: 0, later: 0, whole: 0 }
  await fc.assert(
    fc.asyncProperty(windows, async (given) => {
      await using compared = new DiskBuffer<Cell[][]>(tmpdir())
      const early = createEarlyProfile(createSourceProfiler({ keyColumn: 1 }), compared)
      const read = buildWindows(given)
      const requested = read.map(async (window) => window)
      for (const [at, window] of read.entries()) {
        // Up to two windows are in flight.
        const ahead = requested[at + 1]
        if (at === 0) early.request(requested[0] ?? Promise.reject(new Error('No window')))
        if (ahead) early.request(ahead)
        await early.begin(requested[at] ?? Promise.reject(new Error('No window')), ahead ? [ahead] : [])
        for (const { json } of window.blocks) await compared.appendJson(json)
      }
      const afterwards = createSourceProfiler({ keyColumn: 1 })
      for await (const rows of compared) afterwards.add(rows)
      const first = given.findIndex(({ isUnchanged }) => !isUnchanged)
      reached[first < 0 ? 'none' : first > 0 ? 'later' : 'whole'] += 1
      expect(await early.end()).toEqual(first < 0 ? undefined : afterwards.end())
    }),
  )
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(0)
})

function buildWindows(given: readonly { rows: Cell[][]; isUnchanged: boolean }[]): SourceWindow[] {
  let next = 1
  return given.map(({ rows, isUnchanged }, at) => {
    const window = { firstRow: next, lastRow: next + rows.length - 1 }
    next = window.lastRow + 1
    const isLast = at === given.length - 1
    const blocks = splitIntoBlocks({ window, rows, isLast, startRow: 1, blockRows: BLOCK_ROWS })
    const source = { rows, text: undefined, bytes: 0, errors: [] }
    const measured = blocks.map((block) => ({ ...block, rows: 0, width: 0 }))
    return { window, source, blocks: measured, header: undefined, isUnchanged }
  })
}
