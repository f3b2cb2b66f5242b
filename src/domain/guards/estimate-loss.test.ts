import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { createLossEstimate } from './estimate-loss.ts'

const BLOCK_ROWS = 16

function estimate(source: Cell[][], target: Cell[][], width = 3) {
  const found = estimateWith(createLossEstimate(), { source, target, width })
  // Knowing the last row of the target does not change the estimate.
  expect(estimateWith(createLossEstimate(target.length), { source, target, width })).toEqual(found)
  return found
}

interface Tabs {
  source: Cell[][]
  target: Cell[][]
  width: number
}

function estimateWith(loss: ReturnType<typeof createLossEstimate>, { source, target, width }: Tabs) {
  for (let at = 0; at < Math.max(source.length, target.length); at += BLOCK_ROWS) {
    const end = at + BLOCK_ROWS
    loss.add({ firstRow: at + 1, source: source.slice(at, end), target: target.slice(at, end) })
  }
  return loss.end(width)
}

const rows = (count: number, rowAt: (at: number) => Cell[]) => Array.from({ length: count }, (_, at) => rowAt(at))
/** Rows without an identifying column. */
const votes = (at: number, answer: string): Cell[] => [`Group ${at % 4}`, at % 5, answer]
/** Rows with a key column. */
const people = (count: number, { key, tag, width = 3 }: { key: number; tag: string; width?: number }) =>
  rows(count, (at) =>
    Array.from({ length: width }, (_, column) => (column + 1 === key ? `K${at}` : `${tag} ${at % 7}`)),
  )

test.each<[string, Cell[][], Cell[][], number]>([
  ['the same rows', people(40, { key: 1, tag: 'a' }), people(40, { key: 1, tag: 'a' }), 0],
  ['nothing below the copy', people(40, { key: 1, tag: 'a' }), [], 0],
  ['blank rows', people(40, { key: 1, tag: 'a' }), rows(40, () => ['', null, '']), 0],
  ['all cells, where the source has no rows', [], people(40, { key: 1, tag: 'a' }), 100],
  ['all cells of other rows', people(40, { key: 1, tag: 'a' }), people(40, { key: 2, tag: 'b' }), 100],
  [
    'nothing of rows without a key that are in another order',
    rows(40, (at) => votes(at, 'yes')),
    rows(40, (at) => votes(at, 'yes')).reverse(),
    0,
  ],
  [
    'nothing of such rows that end in blanks',
    rows(40, (at) => votes(at, 'yes')),
    rows(40, (at) => [...votes(at, 'yes'), '', null]).reverse(),
    0,
  ],
  [
    'half of such rows, if the source has the other half',
    rows(40, (at) => votes(at, 'yes')).slice(0, 10),
    [...rows(40, (at) => votes(at, 'yes')).slice(0, 10), ...rows(10, (at) => votes(at, 'no'))],
    50,
  ],
  [
    'one cell of each row that stayed in its place',
    rows(40, (at) => votes(at, 'yes')),
    rows(40, (at) => votes(at, 'no')),
    100 / 3,
  ],
  ['values that became blank', rows(40, (at) => ['x', at, '']), rows(40, (at) => ['x', at, 'note']), 100 / 3],
  ['blanks that get values', rows(40, (at) => ['x', at, 'note']), rows(40, (at) => ['x', at, '']), 0],
])('a copy loses %s', (_what, source, target, expected) => {
  expect(estimate(source, target).lostPercent).toBeCloseTo(expected, 5)
})

test.each([1, 2, 7, 8])('rows in another order are known by column %i', (key) => {
  const source = people(40, { key, tag: 'new', width: 8 })
  const target = people(40, { key, tag: 'old', width: 8 }).reverse()
  expect(estimate(source, target, 8).lostPercent).toBeCloseTo((100 * 7) / 8, 5)
})

test.each([
  { repeated: 2, isKey: true },
  { repeated: 3, isKey: false },
])(
  'whether a column identifies the rows, if $repeated of its 40 values are there twice: $isKey',
  ({ repeated, isKey }) => {
    const withRepeated = (tag: string) => [
      ...people(40, { key: 1, tag }),
      ...rows(repeated, (at): Cell[] => [`K${at}`, `${tag} 1`, `${tag} 2`]),
    ]
    const { lostPercent } = estimate(withRepeated('new'), withRepeated('old').reverse())
    expect(lostPercent < 90).toBe(isKey)
  },
)

test.each([
  { filled: 36, isKey: true },
  { filled: 35, isKey: false },
])('whether a column identifies the rows, if $filled of 40 have a value there: $isKey', ({ filled, isKey }) => {
  const partly = (tag: string) =>
    people(40, { key: 1, tag }).map((row, at) => [at < filled ? (row[0] ?? '') : '', ...row.slice(1)])
  const { lostPercent } = estimate(partly('new'), partly('old').reverse())
  expect(lostPercent < 90).toBe(isKey)
})

test('filled rows and cells count, up to the width of the source', () => {
  const target: Cell[][] = [['a', 0, false], [], ['', null, ''], ['b', '', ''], ['c', '', 'd', 'beside', 'beside']]
  expect(estimate([], target)).toEqual({ lostPercent: 100, filledRows: 3, filledCells: 6 })
})

test('cells beside the source are not lost', () => {
  const source = rows(40, (at) => ['x', at, 'y'])
  const noted = source.map((row) => [...row, 'note', 'note', 'note'])
  expect(estimate(source, noted)).toMatchObject({ lostPercent: 0, filledCells: 120 })
})

test('of many rows, the lost share is estimated to a few percent, whatever their order', () => {
  const share = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(share, fc.boolean(), (kept, isReversed) => {
      const target = people(3000, { key: 1, tag: 'a' })
      const left = target.filter((_, at) => (at * 37) % 100 < kept)
      const { lostPercent } = estimate(isReversed ? left.reverse() : left, target)
      expect(Math.abs(lostPercent - (100 - kept))).toBeLessThan(10)
    }),
    { numRuns: 10 },
  )
})

test('rows that the source still has are not lost, however many others it has and wherever they are', () => {
  const source = people(3000, { key: 1, tag: 'a' })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.boolean(), (count, isReversed) => {
      const older = source.filter((_, at) => (at * 7) % 3000 < count)
      expect(estimate(source, isReversed ? older.reverse() : older).lostPercent).toBe(0)
    }),
    { numRuns: 10, examples: [[600, false]] },
  )
})
