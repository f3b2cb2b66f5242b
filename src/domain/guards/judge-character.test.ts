import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { buildJudgedColumn } from '#tests/support/build-judged-rows.ts'
import { collapsedPercent, judgeCollapse } from './column-collapsed.ts'
import { judgeKinds, kindChange } from './kind-changed.ts'
import type { Limits } from './limits.ts'
import type { ColumnMeasures } from './measures.ts'
import { judgeScale, measureScale, numbersScaled } from './numbers-scaled.ts'

const LIMITS: Limits = { measures: [], lossPercent: 30 }

/** Limits after a copy with this much change in the column `Data`. */
function usually(changes: Partial<ColumnMeasures>): Limits {
  const none = { lost: 0, changedKind: 0, collapsed: 0, moved: 0, newKeys: 0, scale: 0 }
  const measures = { lostRows: 0, repeatedRows: 0, columns: [{ column: 'Data', ...none, ...changes }] }
  return { ...LIMITS, measures: [measures] }
}

const cells = (count: number, valueAt: (at: number) => Cell) => Array.from({ length: count }, (_, at) => valueAt(at))
const numbers = (count: number, scale = 1) => cells(count, (at) => (((at * 37) % 101) + 0.5) * scale)
/** `same` equal cells, then different cells. */
const mostlySame = (same: number, others: number) => [...cells(same, () => 'x'), ...cells(others, (at) => `y${at}`)]

const judgeKind = (before: Cell[], after: Cell[], limits = LIMITS) =>
  judgeKinds([buildJudgedColumn(before, after)], limits)

test('a column of which many values became text is held with its numbers and an example', () => {
  const after = cells(20, (at) => (at < 8 ? `${at}` : at))
  expect(judgeKind(cells(20, Number), after)).toEqual([
    {
      column: 'Data',
      count: 8,
      from: 'number',
      to: 'text',
      percent: 40,
      limitPercent: 30,
      cells: [{ row: 2, column: 1, before: 0, after: '0' }],
    },
  ])
})

test.each<[number, number, boolean]>([
  [20, 6, false],
  [20, 7, true],
  [12, 4, false],
  [12, 5, true],
  [5, 5, true],
  [4, 4, false],
])('of %i cells, %i that changed their kind are held: %s', (count, changed, isHeld) => {
  const after = cells(count, (at) => (at < changed ? `${at}` : at))
  expect(judgeKind(cells(count, Number), after).length > 0).toBe(isHeld)
})

test('as many values as usual may change their kind', () => {
  const [before, after] = [cells(20, Number), cells(20, (at) => (at < 10 ? `${at}` : at))]
  expect(judgeKind(before, after, usually({ changedKind: 50 }))).toEqual([])
  expect(judgeKind(before, after, usually({ changedKind: 40 }))).toMatchObject([{ limitPercent: 40, usualPercent: 40 }])
})

test.each<[string, Cell[], Cell[], ReturnType<typeof kindChange>]>([
  ['half of the numbers', [1, 2, 3, 4], ['1', '2', 3, 4], { percent: 50, from: 'number', to: 'text' }],
  ['text', ['1', '2', '3', '4'], [1, 2, 3, '4'], { percent: 75, from: 'text', to: 'number' }],
  ['boxes, in two kinds', [true, true, true, true], [1, 1, '1', true], { percent: 75, from: 'boolean', to: 'number' }],
  ['numbers, to errors', [1, 2, 3, 4], [1, 2, 3, '#REF!'], { percent: 25, from: 'number', to: 'error' }],
  ['text, where there were numbers', ['a', 'b', 'c', 1], ['a', 'b', 2, 1], { percent: 25, from: 'text', to: 'number' }],
  ['no shares among more rows', [1, 'a'], [1, 'a', 2, 'b'], { percent: 0, from: 'text', to: 'error' }],
  ['an emptied column', [1, 2], ['', ''], { percent: 0, from: 'text', to: 'text' }],
  ['an empty column that was filled', ['', ''], [1, 2], { percent: 0, from: 'text', to: 'text' }],
])('the kind that lost most and the one that gained most: %s', (_what, before, after, expected) => {
  const column = buildJudgedColumn(before, after)
  expect(kindChange(column.before, column.after)).toMatchObject(expected.percent === 0 ? { percent: 0 } : expected)
})

test('a column that collapses into one value is held with its numbers', () => {
  const column = buildJudgedColumn(mostlySame(0, 20), mostlySame(19, 1))
  expect(judgeCollapse([column], LIMITS)).toEqual([
    {
      column: 'Data',
      count: 19,
      distinct: 2,
      lastDistinct: 20,
      cells: [],
      percent: 95,
      limitPercent: 80,
    },
  ])
  expect(judgeCollapse([column], usually({ collapsed: 95 }))).toEqual([])
  expect(judgeCollapse([column], usually({ collapsed: 90 }))).toMatchObject([{ limitPercent: 90 }])
})

const day = (at: number) => 45_000 + at

test.each<[string, Cell[], Cell[], number]>([
  ['ten values that became one', mostlySame(0, 10), mostlySame(10, 0), 100],
  ['nine values that became one', mostlySame(0, 9), mostlySame(10, 0), 0],
  ['twelve values that became three', mostlySame(0, 12), mostlySame(18, 2), 90],
  ['eleven values that became three', mostlySame(0, 11), mostlySame(18, 2), 0],
  ['fewer than ten cells now', mostlySame(0, 10), mostlySame(9, 0), 0],
  ['a column with one value in 60 % of its cells before', mostlySame(18, 12), mostlySame(30, 0), 100],
  ['a column with one value in more of its cells before', mostlySame(19, 12), mostlySame(30, 0), 0],
  ['errors, which are cells too', mostlySame(0, 10), ['x', ...cells(9, () => '#REF!')], 90],
  ['times of updates that are all new', cells(12, day), cells(12, () => day(99)), 0],
  ['dates that all became the first one', cells(12, day), cells(12, () => day(0)), 100],
  ['dates that became a number', cells(12, day), cells(12, () => 7), 100],
  ['numbers that became a date', cells(12, Number), cells(12, () => day(99)), 100],
])('how much of a column collapsed into one value: %s', (_what, before, after, percent) => {
  const column = buildJudgedColumn(before, after)
  expect(collapsedPercent(column.before, column.after)).toBe(percent)
})

test('numbers that are ten times larger are held with their means and an example', () => {
  const column = buildJudgedColumn(
    cells(10, (at) => (at + 2) % 5),
    cells(10, (at) => ((at + 2) % 5) * 10),
  )
  const found = judgeScale([column], LIMITS)
  expect(found.map((facts) => numbersScaled.explain(facts).reason).join(' ')).toContain(
    '2 on average before, 20 now, for example A2: 2 → 20.',
  )
  expect(found).toEqual([
    {
      column: 'Data',
      count: 10,
      mean: 20,
      lastMean: 2,
      cells: [{ row: 2, column: 1, before: 2, after: 20 }],
    },
  ])
})

test.each<[string, number, Limits, boolean]>([
  ['8 times larger', 8, LIMITS, false],
  ['9 times larger', 9, LIMITS, true],
  ['8 times smaller', 1 / 8, LIMITS, false],
  ['9 times smaller', 1 / 9, LIMITS, true],
  ['as much larger as usual', 20, usually({ scale: 20 }), false],
  ['larger than usual', 21, usually({ scale: 20 }), true],
  ['larger, where the type wants no such holds', 100, { ...LIMITS, lossPercent: 100 }, false],
])('numbers that are %s', (_what, scale, limits, isHeld) => {
  // Powers of two, so the means are exact.
  const before = cells(16, (at) => 2 ** (at % 8))
  const column = buildJudgedColumn(
    before,
    before.map((cell) => Number(cell) * scale),
  )
  expect(judgeScale([column], limits).length > 0).toBe(isHeld)
})

const withText = (count: number, text: number, scale: number): Cell[] => [
  ...numbers(count, scale),
  ...cells(text, () => 'n/a'),
]

test.each<[string, Cell[], Cell[], boolean]>([
  ['ten numbers', numbers(10), numbers(10, 10), true],
  ['nine numbers before', numbers(9), numbers(10, 10), false],
  ['nine numbers now', numbers(10), numbers(9, 10), false],
  ['numbers in 70 % of the cells', withText(14, 6, 1), withText(14, 6, 10), true],
  ['numbers in fewer cells before', withText(13, 7, 1), withText(14, 6, 10), false],
  ['numbers in fewer cells now', withText(14, 6, 1), withText(13, 7, 10), false],
  ['numbers of rows', cells(20, (at) => at + 1), cells(400, (at) => at + 1), false],
  ['few different numbers now, which is a collapse', numbers(12), cells(12, (at) => 1000 + (at % 3)), false],
  ['a quarter of the different numbers, and one more', numbers(12), cells(12, (at) => 1000 + (at % 4)), true],
  ['losses that became gains', numbers(12), numbers(12, -10), false],
  ['numbers whose sum became 0', numbers(12), cells(12, (at) => (at % 2 ? at : -at - 1)), false],
  ['numbers whose sum was 0', cells(12, (at) => (at % 2 ? at : -at - 1)), numbers(12), false],
])('a change of scale is known: %s', (_what, before, after, isKnown) => {
  const column = buildJudgedColumn(before, after)
  expect(measureScale(column.before, column.after) > 8).toBe(isKnown)
})
