import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { hashOfCell } from './cell-hash.ts'
import { ColumnProfiler, mayBeKey } from './column-profile.ts'

function profileCells(cells: readonly Cell[]) {
  const profiler = new ColumnProfiler()
  for (const [at, cell] of cells.entries()) profiler.add(cell, { hash: hashOfCell(cell), row: at + 1 })
  return profiler.end()
}

test('cells are counted by their kinds; formulas that have not finished are errors, and empty cells are none', () => {
  const profile = profileCells(['a', '5', 5, 7, -2.5, true, '#REF!', '#N/A (No match)', 'Loading...', '', null])
  expect(profile.kinds).toEqual({ text: 2, number: 3, boolean: 1, error: 3 })
  expect(profile).toMatchObject({ filled: 6, distinct: 9, total: 9.5 })
})

test('the first cell of each kind is an example, cut where it is long', () => {
  const long = 'x'.repeat(41)
  expect(profileCells(['', long, 'b', 7, 8, '#REF!', '#N/A', 9]).examples).toEqual({
    text: { row: 2, value: 'x'.repeat(40) },
    number: { row: 4, value: 7 },
    error: { row: 6, value: '#REF!' },
  })
})

test.each<[Cell[], number]>([
  [['a', 'a', 'b', 'b'], 2],
  [['a', 'b', 'a', 'b'], 4],
  [['a', '', 'a', null, 'b'], 2],
  [['', ''], 0],
])('%j has %i cells that differ from the filled one above', (cells, steps) => {
  expect(profileCells(cells).steps).toBe(steps)
})

test.each<[string, Cell[], boolean]>([
  ['up by one', [1, 2, 3], true],
  ['down by two', [10, 8, 6], true],
  ['with gaps', [1, '', 2, 3], true],
  ['the same number', [5, 5, 5], false],
  ['twice the same number', [5, 5], false],
  ['another step', [1, 2, 4], false],
  ['another step once', [1, 2, 4, 5], false],
  ['text among them', [1, 2, 'a'], false],
  ['an error among them', [1, 2, '#REF!'], false],
  ['boxes', [true, true], false],
  ['nothing', [], false],
])('a sequence has the same step everywhere: %s', (_what, cells, expected) => {
  expect(profileCells(cells).isSequence).toBe(expected)
})

test.each<[string, Cell[], boolean]>([
  ['dates and times', [45_000, 45_000.75], true],
  ['the first one', [20_000], true],
  ['the last one', [80_000], true],
  ['a number before', [45_000, 19_999], false],
  ['a number behind', [45_000, 80_001], false],
  ['text among them', [45_000, 'today'], false],
  ['an error among them', [45_000, '#REF!'], false],
  ['nothing', [], false],
])('numbers that may be dates: %s', (_what, cells, expected) => {
  expect(profileCells(cells).maybeDates).toBe(expected)
})

test.each<[string, Cell[], boolean]>([
  ['numbers from 1,000 on', [1000, 73_001], false],
  ['a number below', [1000, 999], true],
  ['a number with a fraction', [1000, 2000.5], true],
  ['text', ['999', '0.5'], false],
])('amounts and counts: %s', (_what, cells, expected) => {
  expect(profileCells(cells).hasAmounts).toBe(expected)
})

const codes = ['K7', 'K1', 'K4', 'K2', 'K9', 'K3', 'K8', 'K6', 'K5']

test.each<[string, Cell[], boolean]>([
  ['texts in nine of ten rows', codes, true],
  ['texts in eight of ten rows', codes.slice(1), false],
  ['numbers', codes.map((_, at) => 100_000 + at ** 2), true],
  ['amounts', codes.map((_, at) => 5 + at ** 2), false],
  ['dates', codes.map((_, at) => 45_000 + at ** 2), false],
  ['numbers of rows', codes.map((_, at) => 100_000 + at), false],
])('a column may identify rows: %s', (_what, cells, expected) => {
  expect(mayBeKey(profileCells(cells), 10)).toBe(expected)
})

const few = fc.array(fc.constantFrom<Cell>('a', 'b', 'c', 7, true, '#REF!', ''), { minLength: 1, maxLength: 40 })
const countValue = (cells: readonly Cell[], value: Cell) => cells.filter((cell) => cell === value).length

test('a value in more than half of the cells is never counted too low, and exactly where it comes first', () => {
  let reached = 0
  fc.assert(
    fc.property(few, (cells) => {
      const filled = cells.filter((cell) => cell !== '')
      const top = filled.toSorted((one, other) => countValue(filled, other) - countValue(filled, one))
      const count = top.length === 0 ? 0 : countValue(filled, top[0] ?? '')
      const { topCount } = profileCells(cells)
      expect(topCount).toBeGreaterThanOrEqual(count)
      expect(topCount).toBeLessThanOrEqual(filled.length)
      if (count * 2 <= filled.length) return
      reached += 1
      const others = filled.filter((cell) => cell !== top[0])
      expect(profileCells([...filled.filter((cell) => cell === top[0]), ...others]).topCount).toBe(count)
    }),
  )
  expect(reached).toBeGreaterThan(0)
})

test('the order of the values does not count for their sum, every value does', () => {
  fc.assert(
    fc.property(few, fc.nat(), (cells, place) => {
      const { valueSum, values } = profileCells(cells)
      expect(profileCells(cells.toReversed())).toMatchObject({ valueSum, values })
      expect(profileCells(cells.with(place % cells.length, 'other')).valueSum).not.toBe(valueSum)
    }),
  )
})
