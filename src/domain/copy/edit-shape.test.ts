import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { createShapeFinder, isAsLeft } from './edit-shape.ts'

const KINDS = [undefined, 'DATE', undefined] as const
/** Rows in the form of the data copy. */
const LEFT: Cell[][] = [
  ['pear', '2024-01-31', 3],
  ['apple', '2024-02-01', 1],
  ['plum', '2024-02-02', 2],
]
/** Rows in the form of the target. */
const HELD: Cell[][] = [
  ['pear', 45322, 3],
  ['apple', 45323, 1],
  ['plum', 45324, 2],
]

function findShape(found: readonly (readonly Cell[])[]) {
  const finder = createShapeFinder(KINDS)
  for (const [at, left] of LEFT.entries()) finder.add({ left, found: found[at] ?? [] })
  return finder.shape()
}

test.each<[string, Cell[][], string | undefined]>([
  ['rows in another order', [HELD[1] ?? [], HELD[2] ?? [], HELD[0] ?? []], 'sorted'],
  [
    'columns in another order, one of them with dates',
    HELD.map(([a = '', b = '', c = '']) => [b, a, c]),
    'columns_moved',
  ],
  ['all columns in another order', HELD.map(([a = '', b = '', c = '']) => [c, a, b]), 'columns_moved'],
  ['another value in each row', HELD.map(([a = '', b = '']) => [a, b, 0]), undefined],
  ['rows in another order, and one edited', [HELD[1] ?? [], ['plum', 45324, 9], HELD[0] ?? []], undefined],
  ['a column that is gone', HELD.map(([a = '', b = '']) => [a, b]), undefined],
])('%s', (_what, found, shape) => {
  expect(findShape(found)).toBe(shape)
})

test('any other order of different rows is recognized, whatever they hold', () => {
  const anyCell = fc.oneof(fc.string(), fc.integer(), fc.boolean())
  const anyRows = fc.uniqueArray(fc.tuple(anyCell, anyCell), {
    minLength: 2,
    maxLength: 8,
    selector: (row) => JSON.stringify(row),
  })
  fc.assert(
    fc.property(anyRows, (rows) => {
      const finder = createShapeFinder([undefined, undefined])
      for (const [at, left] of rows.entries()) finder.add({ left, found: rows[(at + 1) % rows.length] ?? [] })
      expect(finder.shape()).toBe('sorted')
    }),
  )
})

test.each<[Cell, Cell, boolean]>([
  ['', null as unknown as Cell, true],
  ['2024-01-31', 45322, true],
  ['2024-01-31', '2024-01-31', true],
  ['#N/A', '#N/A (Did not find value)', true],
  ['=1+1', '=1+1', true],
  ['1', 1, false],
  ['', 'typed', false],
  ['cleared', '', false],
])('what was left as %j and is found as %j is the same: %s', (left, found, same) => {
  expect(isAsLeft(left, found, 'DATE')).toBe(same)
})
