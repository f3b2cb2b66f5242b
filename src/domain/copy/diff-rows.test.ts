import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, isSameCell } from './cell.ts'
import { diffRows } from './diff-rows.ts'
import { countCells, type Patch } from './patch.ts'

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Cell[]>(null, '', 'a', 'b', '1', 1, 'TRUE', true) },
  fc.string({ unit: 'grapheme' }),
)
const anyRows = fc.array(fc.array(anyCell, { maxLength: 30 }), { maxLength: 40 })

/** Applies patches as the Sheets API does: `null` skips a cell, `''` clears it. */
function apply(rows: readonly (readonly Cell[])[], patches: readonly Patch[]): Cell[][] {
  const grid = rows.map((row) => [...row])
  for (const patch of patches) {
    for (const [down, cells] of patch.cells.entries()) {
      for (const [right, cell] of cells.entries()) {
        if (cell === null) continue
        const row = grid[patch.row - 1 + down] ?? []
        row[patch.column - 1 + right] = cell
        grid[patch.row - 1 + down] = row
      }
    }
  }
  return grid
}

function differences(one: readonly (readonly Cell[])[], other: readonly (readonly Cell[])[]): number {
  let count = 0
  for (let row = 0; row < Math.max(one.length, other.length); row += 1) {
    for (let at = 0; at < Math.max(one[row]?.length ?? 0, other[row]?.length ?? 0); at += 1) {
      if (!isSameCell(one[row]?.[at], other[row]?.[at])) count += 1
    }
  }
  return count
}

test('fills and clears together make any target equal the source', () => {
  fc.assert(
    fc.property(anyRows, anyRows, (source, target) => {
      const { fills, clears } = diffRows({ firstRow: 1, source, target })
      expect(differences(source, apply(target, [...fills, ...clears]))).toBe(0)
    }),
  )
})

test('exactly the cells that differ are written', () => {
  fc.assert(
    fc.property(anyRows, anyRows, (source, target) => {
      const { fills, clears } = diffRows({ firstRow: 1, source, target })
      const written = [...fills, ...clears].reduce((sum, patch) => sum + countCells(patch), 0)
      expect(written).toBe(differences(source, target))
    }),
  )
})

test('the text 1 and the number 1 differ', () => {
  const { fills } = diffRows({ firstRow: 5, source: [['1', true, '007']], target: [[1, 'TRUE', 7]] })
  expect(fills).toEqual([{ row: 5, column: 1, cells: [['1', true, '007']], before: [[1, 'TRUE', 7]] }])
})

test('a changed column is one patch, regardless of its length', () => {
  const source = Array.from({ length: 500 }, (_, row) => ['same', 'same', row])
  const target = Array.from({ length: 500 }, () => ['same', 'same', 'old'])
  const { fills } = diffRows({ firstRow: 2, source, target })
  expect(fills).toHaveLength(1)
  expect(fills[0]).toMatchObject({ row: 2, column: 3 })
})

test('changes far apart do not share a patch', () => {
  const wide = (first: Cell, last: Cell) => [first, ...Array<Cell>(40).fill('same'), last]
  const { fills } = diffRows({ firstRow: 1, source: [wide(1, 2)], target: [wide(3, 4)] })
  expect(fills).toEqual([
    { row: 1, column: 1, cells: [[1]], before: [[3]] },
    { row: 1, column: 42, cells: [[2]], before: [[4]] },
  ])
})

test('a patch knows the size of the unchanged cells between its own, which come back with the answer', () => {
  const long = 'x'.repeat(1_000)
  const { fills } = diffRows({
    firstRow: 1,
    source: [[1, long, 2], ['same', long], [3]],
    target: [[0, long, 0], ['same', long], [0]],
  })
  expect(fills).toHaveLength(1)
  expect(fills[0]?.skippedBytes).toBeGreaterThan(2_000)
  expect(
    diffRows({
      firstRow: 1,
      source: [[1], [2]],
      target: [
        [0, long],
        [0, long],
      ],
    }).fills[0]?.skippedBytes,
  ).toBeUndefined()
})
