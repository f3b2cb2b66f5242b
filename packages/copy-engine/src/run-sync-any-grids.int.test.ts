import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { APPROVE_ALL, buildJob, sync } from '#tests/support/test-provider.ts'

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<Cell[]>('', '', 'a', '1', 1, 'TRUE', true, false, '=1+1', "'x", '+49', '007'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
)
const anyRows = fc.array(fc.array(anyCell, { maxLength: 9 }), { maxLength: 25 })
const anyCopy = fc.record({
  source: anyRows,
  target: anyRows,
  startRow: fc.integer({ min: 1, max: 4 }),
  rowCount: fc.integer({ min: 1, max: 30 }),
})

test('for any two grids, one run makes the region equal and keeps everything else, and the next writes nothing', async () => {
  const { provider, spreadsheet, read } = createMemoryProvider()
  await fc.assert(
    fc.asyncProperty(anyCopy, async ({ source, target, startRow, rowCount }) => {
      const sourceId = await spreadsheet({ rows: source })
      const targetId = await spreadsheet({ rows: target, rowCount: Math.max(rowCount, target.length) })
      const before = await read(targetId)
      const job = buildJob({ sourceId, targetId, startRow, approval: APPROVE_ALL })
      const { width = 0 } = (await sync(provider, job)).left.extent
      const [sourceRows, after] = [await read(sourceId), await read(targetId)]
      for (let row = 0; row < 31; row += 1) {
        for (let at = 0; at < 10; at += 1) {
          const isInside = row + 1 >= startRow && at < width
          const expected = isInside ? sourceRows[row]?.[at] : before[row]?.[at]
          if (!isSameCell(after[row]?.[at], expected))
            expect({ row, at, cell: after[row]?.[at] }).toEqual({ row, at, cell: expected })
        }
      }
      expect(await sync(provider, job)).toMatchObject({ writes: 0, cellsChanged: 0 })
    }),
    { numRuns: 60 },
  )
})
