import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { buildJudgedRows } from '#tests/support/build-judged-rows.ts'
import { judgeMoved, movedColumns } from './column-moved.ts'
import { judgeExchanged } from './columns-exchanged.ts'
import type { Limits } from './limits.ts'

type Column = Cell[]

const cells = (count: number, valueAt: (at: number) => Cell): Column =>
  Array.from({ length: count }, (_, at) => valueAt(at))
const range = (count: number, prefix: string) => cells(count, (at) => `${prefix}${(at * 13) % count}`)
/** `distinct` values in rotation. */
const turns = (count: number, distinct: number, prefix = 't') => cells(count, (at) => `${prefix}${at % distinct}`)
/** Moves the first `count` values up by a row. */
const shifted = (column: Column, count = column.length): Column => [
  ...column.slice(1, count),
  ...column.slice(0, 1),
  ...column.slice(count),
]
/** Replaces the values in the first rows. */
const edited = (column: Column, count: number): Column =>
  column.map((cell, at) => (at < count ? (typeof cell === 'number' ? cell + 0.25 : `new ${at}`) : cell))
/** Moves values down, so the first cells are empty and the last values are gone. */
const pushedDown = (column: Column, count: number): Column => [
  ...cells(count, () => ''),
  ...column.slice(0, column.length - count),
]

const transpose = (columns: readonly Column[]) =>
  (columns[0] ?? []).map((_, at) => columns.map((column) => column[at] ?? ''))
const reversed = (columns: readonly Column[]) => columns.map((column) => column.toReversed())

interface Options {
  headerNow?: string[]
  limits?: Limits
}

function judged(before: Column[], after: Column[], options: Options = {}) {
  return buildJudgedRows(transpose(before), transpose(after), {
    header: ['A', 'B', 'C', 'D'].slice(0, before.length),
    ...options,
  })
}

const moved = (before: Column[], after: Column[], options?: Options) =>
  movedColumns(judged(before, after, options)).map(({ column }) => column.name)

const ids = range(20, 'K')
const names = range(20, 'n')
const notes = range(20, 'o')

test.each<[string, Column[], Column[], string[]]>([
  ['one column moved', [ids, names, notes], [ids, names, shifted(notes)], ['C']],
  [
    'two columns moved',
    [ids, names, notes, turns(20, 7)],
    [ids, shifted(names), shifted(notes), turns(20, 7)],
    ['B', 'C'],
  ],
  ['the only other column moved', [ids, names], [ids, shifted(names)], ['B']],
  ['both others moved against the key', [ids, names, notes], [shifted(ids), names, notes], ['A']],
  [
    'all others moved against a key in the middle',
    [turns(20, 7), ids, names],
    [turns(20, 7), shifted(ids), names],
    ['B'],
  ],
  ['all rows were sorted', [ids, names, notes], reversed([ids, names, notes]), []],
  ['all rows were sorted, and one column moved', [ids, names, notes], reversed([ids, names, shifted(notes)]), ['C']],
  ['the values are new, not moved', [ids, names], [ids, edited(names, 20)], []],
])('where a key identifies the rows: %s', (_what, before, after, expected) => {
  expect(moved(before, after)).toEqual(expected)
})

test('a key that moved did so as far as the others moved against it', () => {
  const found = movedColumns(judged([ids, names, notes], [shifted(ids, 8), names, notes]))
  expect(found).toMatchObject([{ column: { name: 'A' }, percent: 40 }])
})

test.each([
  [6, 30, []],
  [7, 35, ['B']],
])('of 20 values, %i on other rows are %i %', (count, _percent, expected) => {
  expect(moved([ids, names, notes], [ids, shifted(names, count), notes])).toEqual(expected)
})

test.each([
  [7, []],
  [8, ['B']],
])('%i values say whether a column moved: %j', (count, expected) => {
  const [key, column] = [range(count, 'K'), range(count, 'n')]
  expect(moved([key, column], [key, shifted(column)])).toEqual(expected)
})

test('numbers of rows that stay while the rows are sorted did not move', () => {
  const numbers = cells(20, (at) => 5000 + at)
  const [key = [], name = []] = reversed([ids, names])
  expect(moved([ids, numbers, names], [key, numbers, name])).toEqual([])
  const odd = cells(20, (at) => 5000 + at ** 2)
  expect(moved([ids, odd, names], [key, odd, name])).toEqual(['B'])
})

test.each([
  [2, []],
  [3, ['B']],
])('a column of %i values by turns, all on other rows: %j', (distinct, expected) => {
  const column = turns(30, distinct)
  expect(moved([range(30, 'K'), column, range(30, 'n')], [range(30, 'K'), shifted(column), range(30, 'n')])).toEqual(
    expected,
  )
})

test.each([
  [8, ['C']],
  [9, []],
])('sorted rows are compared by a key of which %i values of 20 are new: %j', (count, expected) => {
  const now = reversed([edited(ids, count), names, shifted(notes)])
  expect(moved([ids, names, notes], now)).toEqual(expected)
})

test('rows are compared by their place where the key is at another place, or no key any more', () => {
  const sorted = reversed([ids, names, shifted(notes)])
  const [key = [], name = [], note = []] = sorted
  expect(moved([ids, names, notes], [name, key, note], { headerNow: ['B', 'A', 'C'] })).toEqual([])
  expect(moved([ids, names, notes], [[...key.slice(0, 19), key[0] ?? ''], name, note])).toEqual([])
  const stays = [[...ids.slice(0, 19), ids[0] ?? ''], names, shifted(notes)]
  expect(moved([ids, names, notes], stays)).toEqual(['C'])
})

const few = turns(40, 10)
const others = turns(40, 20, 'o')
const pairs = cells(40, (at) => `t${Math.floor(at / 2) % 5}`)
const sortedWithErrors = [...turns(30, 12).toSorted(), ...cells(10, () => '#REF!')]

test.each<[string, Column, Column, Column, Column, string[]]>([
  ['a column of five values', turns(40, 5), turns(40, 5), few, shifted(few), ['B']],
  ['a column whose values change in every other row', pairs, pairs, few, shifted(few), ['B']],
  ['no column, only a sorted one with errors', sortedWithErrors, sortedWithErrors, few, shifted(few), []],
  ['no column, only one of four values', turns(40, 4), turns(40, 4), few, shifted(few), []],
  ['no column, only a sorted one', turns(40, 8).toSorted(), turns(40, 8).toSorted(), few, shifted(few), []],
  ['no column, as each moved', few, shifted(few), others, shifted(others), []],
])('without a key, what stands still must be telling: %s', (_what, before, after, other, otherNow, expected) => {
  expect(moved([before, other], [after, otherNow])).toEqual(expected)
})

test('two columns of few values that stand still are telling too, if they are not sorted', () => {
  const [one, two] = [turns(40, 3), turns(40, 4, 'u')]
  expect(moved([one, two, few], [one, two, shifted(few)])).toEqual(['C'])
  const sorted = one.toSorted()
  expect(moved([one, sorted, few], [one, sorted, shifted(few)])).toEqual([])
})

test.each([
  [3, ['B']],
  [4, []],
])('without a key, a column stands still while %i of its 20 values are edited: %j', (count, expected) => {
  const [still, column] = [turns(20, 10), turns(20, 10, 'o')]
  expect(moved([still, column], [edited(still, count), shifted(column)])).toEqual(expected)
})

const dates = cells(20, (at) => (at === 0 ? 45_060 : 45_000 + ((at * 7) % 20)))
const nextDay = dates.map((date) => Number(date) + 1)

test.each<[string, Column, Column, boolean]>([
  ['dates sorted alone', dates, dates.toSorted(), true],
  ['dates shifted by one cell', dates, pushedDown(dates, 1), true],
  ['dates shifted by two cells, as when some are cleared', dates, pushedDown(dates, 2), false],
  ['dates a day later, which are mostly the same ones', dates, nextDay, false],
  ['values shifted by two cells', names, pushedDown(names, 2), true],
  ['values shifted by three cells', names, pushedDown(names, 3), false],
  ['values of which two of 20 were edited too', names, edited(shifted(names), 2), true],
  ['values of which three of 20 were edited too', names, edited(shifted(names), 3), false],
  ['ten values, each twice, two edited', turns(20, 10), edited(shifted(turns(20, 10)), 2), true],
  ['ten values, each four times, two edited', few, edited(shifted(few), 2), false],
  ['nine values, one edited', turns(20, 9), edited(shifted(turns(20, 9)), 1), true],
  ['nine values, two edited', turns(20, 9), edited(shifted(turns(20, 9)), 2), false],
  ['few values of many rows, two edited', turns(200, 40), edited(shifted(turns(200, 40)), 2), true],
  ['few values of many rows, 20 edited', turns(200, 40), edited(shifted(turns(200, 40)), 20), false],
])('the values are the same on other rows: %s', (_what, before, after, expected) => {
  const key = range(before.length, 'K')
  expect(moved([key, before, key], [key, after, key])).toEqual(expected ? ['B'] : [])
})

test('a column that moved is held with its numbers, unless it usually moves as much', () => {
  const before = [ids, names, notes]
  const after = [ids, shifted(names, 8), notes]
  const held = { column: 'B', count: 8, cells: [], percent: 40, limitPercent: 30 }
  expect(judgeMoved(judged(before, after))).toEqual([held])
  const judgedAfter = (usual: number) => {
    const column = { column: 'B', lost: 0, changedKind: 0, collapsed: 0, moved: usual, newKeys: 0, scale: 0 }
    const measures = [{ lostRows: 0, repeatedRows: 0, columns: [column] }]
    return judgeMoved(judged(before, after, { limits: { measures, lossPercent: 30 } }))
  }
  // Shares estimated from samples differ by up to 20 percent of the rows.
  expect(judgedAfter(20)).toEqual([])
  expect(judgedAfter(19)).toEqual([{ ...held, limitPercent: 39, usualPercent: 19 }])
  expect(judgeMoved(judged(before, after, { limits: { measures: [], lossPercent: 40 } }))).toEqual([])
})

const boxes = (one: string, other: string) => cells(20, (at) => (at % 2 ? one : other))

test.each<[string, Column[], Column[], string[]]>([
  ['two columns', [ids, names, notes], [ids, notes, names], ['B', 'C']],
  ['two columns with another one between them', [names, ids, notes], [notes, ids, names], ['A', 'C']],
  ['not one that was copied over another', [ids, names, notes], [ids, notes, notes], []],
  ['not three in a circle', [ids, names, notes], [names, notes, ids], []],
  ['not two with the same values, which stay', [ids, names, shifted(names)], [ids, names, shifted(names)], []],
  ['not columns of two values', [ids, boxes('a', 'b'), boxes('c', 'd')], [ids, boxes('c', 'd'), boxes('a', 'b')], []],
  ['not new values', [ids, names, notes], [ids, edited(names, 20), edited(notes, 20)], []],
])('exchanged below their headers: %s', (_what, before, after, columns) => {
  const expected = columns.length > 0 ? [{ columns }] : []
  expect(judgeExchanged(judged(before, after))).toEqual(expected)
})
