import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { sortRows } from './sort-rows.ts'

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  fc.constantFrom(null, '', true, false, 'a', 'A', 'b', 1, 2),
  fc.double({ noNaN: true }),
  fc.string({ unit: 'grapheme' }),
)

function sorted(cells: readonly Cell[], order: 'asc' | 'desc'): (Cell | undefined)[] {
  return [...sortRows(cells, order)].map((row) => cells[row])
}

test.each<{ cells: Cell[]; asc: Cell[]; desc: Cell[] }>([
  { cells: [10, 9, -1, 9.5], asc: [-1, 9, 9.5, 10], desc: [10, 9.5, 9, -1] },
  { cells: ['b', 'A', 'a b', 'ab', 'Z'], asc: ['A', 'a b', 'ab', 'b', 'Z'], desc: ['Z', 'b', 'ab', 'a b', 'A'] },
  { cells: ['10', '9', 'x'], asc: ['9', '10', 'x'], desc: ['x', '10', '9'] },
  { cells: ['R-10', 'r-9', 'R-1'], asc: ['R-1', 'r-9', 'R-10'], desc: ['R-10', 'r-9', 'R-1'] },
  { cells: ['Zebra', 'Ärger', 'apfel'], asc: ['apfel', 'Ärger', 'Zebra'], desc: ['Zebra', 'Ärger', 'apfel'] },
  { cells: ['Zoë', 'Åsa', 'Öland', 'Pia'], asc: ['Åsa', 'Öland', 'Pia', 'Zoë'], desc: ['Zoë', 'Pia', 'Öland', 'Åsa'] },
  { cells: [true, false, true], asc: [false, true, true], desc: [true, true, false] },
  { cells: ['é', 'z', 'É', '_'], asc: ['_', 'é', 'É', 'z'], desc: ['z', 'é', 'É', '_'] },
  { cells: ['é', 'f', 'e\u0301'], asc: ['é', 'e\u0301', 'f'], desc: ['f', 'é', 'e\u0301'] },
  {
    cells: [Infinity, 1, Infinity, -Infinity],
    asc: [-Infinity, 1, Infinity, Infinity],
    desc: [Infinity, Infinity, 1, -Infinity],
  },
])('sorts one kind of cell: $cells', ({ cells, asc, desc }) => {
  expect(sorted(cells, 'asc')).toEqual(asc)
  expect(sorted(cells, 'desc')).toEqual(desc)
})

test('numbers come before text, text before booleans, and empty cells last, in either order', () => {
  const cells = [null, true, 'x', '', 3, '10', false, 7]
  expect(sorted(cells, 'asc')).toEqual([3, 7, '10', 'x', false, true, null, ''])
  expect(sorted(cells, 'desc')).toEqual([7, 3, 'x', '10', true, false, null, ''])
})

test('equal cells keep the order of the sheet, in either order', () => {
  const cells = ['b', 'A', 'a', 'B', 1, 1]
  expect([...sortRows(cells, 'asc')]).toEqual([4, 5, 1, 2, 0, 3])
  expect([...sortRows(cells, 'desc')]).toEqual([4, 5, 0, 3, 1, 2])
})

test('every row is listed once', () => {
  fc.assert(
    fc.property(fc.array(anyCell), fc.constantFrom('asc' as const, 'desc' as const), (cells, order) => {
      expect([...sortRows(cells, order)].sort((a, b) => a - b)).toEqual([...cells.keys()])
    }),
  )
})

test('texts are sorted the same from any initial order', () => {
  const texts = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { comparator: 'IsStrictlyEqual' })
  const { compare } = new Intl.Collator('en-US', { numeric: true, sensitivity: 'accent' })
  fc.assert(
    fc.property(texts, fc.constantFrom('asc' as const, 'desc' as const), (given, order) => {
      const found = sorted(given, order).map(String)
      const backwards = sorted(given.toReversed(), order).map(String)
      for (const [at, text] of found.entries()) expect(compare(text, backwards[at] ?? '')).toBe(0)
    }),
  )
})
