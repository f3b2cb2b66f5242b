import { expect, test } from 'vitest'
import { MAX_MOVED_BLOCKS } from '#contract/moved-rows.ts'
import { arrangeRows } from './arrange-rows.ts'
import { describeBlock, describeCarried, listMovedRows } from './moved-rows.ts'

/** Lists the moves of rows 2 to 9, with cells beside rows 3 and 7; 0 is a new row. */
function list(wanted: readonly number[], countBeside = (row: number) => ({ 3: 2, 7: 1 })[row] ?? 0) {
  const moved = new Map<number, number>()
  for (const [at, row] of wanted.entries()) if (row !== 0 && row !== at + 2) moved.set(row, at + 2)
  const gone = Array.from({ length: 8 }, (_, at) => at + 2).filter((row) => !wanted.includes(row))
  const lastRow = wanted.length + 1
  const region = { firstRow: 2, lastRow: { before: 9, after: lastRow }, maxSteps: 1000 }
  const arrangement = arrangeRows({ fates: { moved, gone }, ...region })
  if (!arrangement) throw new Error('Too many steps')
  return listMovedRows({ arrangement, steps: arrangement.steps, firstRow: 2, lastRow, countBeside })
}

test('rows with cells beside them are listed one by one, and stretches of others together', () => {
  const moves = list([2, 0, 3, 4, 5, 6, 7, 8, 9])
  expect(moves.blocks.map(describeBlock)).toEqual([
    'Row 3 → 4, with 2 cells beside',
    'Rows 4–6 → 5–7',
    'Row 7 → 8, with 1 cell beside',
    'Rows 8–9 → 9–10',
  ])
  expect(moves).toMatchObject({ rows: 7, cells: 3, inserted: 1, deleted: 0, moved: 0 })
  expect(describeCarried(moves)).toBe('Whole rows of the target follow the source: 1 row inserted.')
})

test('removed rows have no new place, and rows that stay are not listed', () => {
  const moves = list([2, 3, 4, 9])
  expect(moves.blocks.map(describeBlock)).toEqual([
    'Rows 5–6 are removed',
    'Row 7 is removed, with 1 cell beside',
    'Row 8 is removed',
    'Row 9 → 5',
  ])
  expect(moves).toMatchObject({ rows: 5, cells: 1, deleted: 4 })
})

test('many moves are counted, and the first ones listed', () => {
  const before = 400
  const moved = new Map(Array.from({ length: before }, (_, at) => [at + 2, before + 1 - at]))
  const arrangement = { cameFrom: (to: number) => before + 3 - to, removed: [] }
  const moves = listMovedRows({ arrangement, steps: [], firstRow: 2, lastRow: before + 1, countBeside: () => 1 })
  expect(moves.rows).toBe(moved.size)
  expect(moves.cells).toBe(before)
  expect(moves.blocks).toHaveLength(MAX_MOVED_BLOCKS)
})
