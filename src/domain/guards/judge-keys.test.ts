import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { seededRandom } from '#tests/chaos/random.ts'
import { findKeySample } from './compare-samples.ts'
import { type JudgedRows, judgedColumns } from './judged-columns.ts'
import { judgeKeys } from './keys-replaced.ts'
import { NO_MEASURES } from './measures.ts'
import { judgeRepeated } from './rows-repeated.ts'
import { createSourceProfiler } from './source-profile.ts'

const HEADER = ['ID', 'Group', 'Code']

function profileRows(rows: Cell[][], keyColumn?: number) {
  const profiler = createSourceProfiler({ keyColumn })
  profiler.add(rows)
  return profiler.end()
}

function judged(before: Cell[][], after: Cell[][], options: Partial<Pick<JudgedRows, 'places' | 'limits'>> = {}) {
  const { places = [1, 2, 3], limits = { measures: [], lossPercent: 30 } } = options
  const last = profileRows(before)
  const now = profileRows(after, findKeySample(last)?.key)
  const columns = judgedColumns({ last, now, header: HEADER, columns: places, firstDataRow: 2 })
  return { last, now, rows: after.length, lastRows: before.length, columns, places, limits }
}

interface Sheet {
  ids?: (at: number) => Cell
  codes?: (at: number) => Cell
}

const sheet = (count: number, { ids = (at) => `K${at}`, codes = () => '' }: Sheet = {}) =>
  Array.from({ length: count }, (_, at): Cell[] => [ids(at), `Group ${at % 3}`, codes(at)])
/** Rows with new keys, except for the first `kept` keys. */
const newIds = (count: number, kept = 0) => sheet(count, { ids: (at) => (at < kept ? `K${at}` : `N${at}`) })
const listJudgedColumns = (rows: JudgedRows) => judgeKeys(rows).map(({ column }) => column)

test.each<[string, Cell[][], Cell[][], string[]]>([
  ['19 of 20 are new', sheet(20), newIds(20, 1), ['ID']],
  ['18 of 20, which is the limit', sheet(20), newIds(20, 2), []],
  ['all of 5 rows', sheet(5), newIds(5), ['ID']],
  ['all of 4 rows, which are too few', sheet(4), newIds(4), []],
  ['half of the rows are left', sheet(20), newIds(10), ['ID']],
  ['fewer than half of the rows are left', sheet(20), newIds(9), []],
  ['the same ones in another order', sheet(20), sheet(20).reverse(), []],
  ['new rows beside the old ones', sheet(20), [...sheet(20), ...newIds(20)], []],
  ['half of the rows have one', sheet(20), sheet(20, { ids: (at) => (at < 10 ? `N${at}` : '') }), ['ID']],
  ['fewer than half of the rows have one', sheet(20), sheet(20, { ids: (at) => (at < 9 ? `N${at}` : '') }), []],
  [
    'values that several rows have identify none',
    sheet(20, { ids: (at) => `Region ${at % 5}` }),
    sheet(20, { ids: (at) => `Area ${at % 5}` }),
    [],
  ],
  ['amounts identify no row', sheet(20, { ids: (at) => at + 0.5 }), sheet(20, { ids: (at) => at * 3 + 100.25 }), []],
  [
    'the leftmost of two columns is named',
    sheet(20, { codes: (at) => `C${at}` }),
    newIds(20).map(([id = '', group = ''], at) => [id, group, `D${at}`]),
    ['ID'],
  ],
  [
    'the second of two columns, if only that is new',
    sheet(20, { codes: (at) => `C${at}` }),
    sheet(20, { codes: (at) => `D${at}` }),
    ['Code'],
  ],
])('new keys: %s', (_what, before, after, expected) => {
  expect(listJudgedColumns(judged(before, after))).toEqual(expected)
})

/** Ledger rows with the given numbers. Amounts and days depend only on the position. */
const ledger = (numbers: readonly Cell[]) =>
  numbers.map((number, at): Cell[] => [number, (at * 37) % 101, `Day ${at % 7}`])
const from = (first: number, count: number, step = 1) => Array.from({ length: count }, (_, at) => first + at * step)
const mixed = (numbers: readonly number[]) => numbers.map((_, at) => numbers[(at * 7) % numbers.length] ?? 0)

test.each<[string, Cell[][], Cell[][], string[]]>([
  ['from 1001 on', ledger(from(1, 20)), ledger(from(1001, 20)), ['ID']],
  ['of a small ledger', ledger(from(1, 6)), ledger(from(1001, 6)), ['ID']],
  ['with another start among many rows', ledger(from(1, 3000)), ledger(from(501, 3000)), ['ID']],
  ['in tens', ledger(from(10, 20, 10)), ledger(from(1010, 20, 10)), ['ID']],
  ['in no order', ledger(mixed(from(1, 20))), ledger(mixed(from(1001, 20))), ['ID']],
  ['in text', ledger(from(1, 20).map((at) => `R-${at}`)), ledger(from(1001, 20).map((at) => `R-${at}`)), ['ID']],
  [
    'in text with another start among many rows',
    ledger(from(1, 3000).map((at) => `R-${at}`)),
    ledger(from(1501, 3000).map((at) => `R-${at}`)),
    ['ID'],
  ],
  ['anew from 1 on', ledger(from(501, 20)), ledger(from(1, 20)), []],
  ['on, as all rows are new', ledger(from(1, 20)), from(21, 20).map((at): Cell[] => [at, at / 7, `Week ${at}`]), []],
  ['on, as rows came and went', ledger(from(1, 20)), ledger(from(1, 40)).slice(15), []],
  ['as dates that moved on', ledger(from(45_000, 20)), ledger(from(45_030, 20)), []],
  ['as amounts', ledger(from(1, 20).map((at) => at * at)), ledger(from(1, 20).map((at) => at * at * 2)), []],
])('rows that are numbered %s', (_what, before, after, expected) => {
  expect(listJudgedColumns(judged(before, after))).toEqual(expected)
})

test('new keys are held beyond 90 %, or what the task usually has, or what the type allows', () => {
  const usually = (newKeys: number, lossPercent = 30) => {
    const column = { column: 'ID', lost: 0, changedKind: 0, collapsed: 0, moved: 0, newKeys, scale: 1 }
    return { limits: { measures: [{ ...NO_MEASURES, columns: [column] }], lossPercent } }
  }
  const limit = { percent: 95, limitPercent: 90, usualPercent: 50 }
  const held = { column: 'ID', rows: 20, lastRows: 20, ...limit }
  expect(judgeKeys(judged(sheet(20), newIds(20, 1), usually(50)))).toEqual([held])
  expect(judgeKeys(judged(sheet(20), newIds(20, 1), usually(95)))).toEqual([])
  expect(judgeKeys(judged(sheet(20), newIds(20, 1), usually(0, 100)))).toEqual([])
})

test('rows that are new at each copy have new values in other columns too', () => {
  const allNew = newIds(20).map(([id = '', group = ''], at): Cell[] => [id, group, `D${at}`])
  const before = sheet(20, { codes: (at) => `C${at}` })
  const column = { column: 'ID', lost: 0, changedKind: 0, collapsed: 0, moved: 0, newKeys: 100, scale: 1 }
  const limits = { measures: [{ ...NO_MEASURES, columns: [column] }], lossPercent: 30 }
  expect(listJudgedColumns(judged(before, allNew))).toEqual(['ID'])
  expect(judgeKeys(judged(before, allNew, { limits }))).toEqual([])
})

const STATES = ['open', 'in progress', 'done']
const PEOPLE = ['Anna', 'Ben', 'Clara', 'David']
const FIRST_DAY = 45_000
/** Rows with a state, a person and a date. Many rows are equal. */
const board = (count: number) => {
  const random = seededRandom(1)
  return Array.from({ length: count }, (): Cell[] => [
    random.pick(STATES),
    random.pick(PEOPLE),
    FIRST_DAY + random.between(0, 9),
  ])
}
const numbered = (rows: Cell[][]) => rows.map(([state = '', person = ''], at): Cell[] => [state, person, at + 1])
const plan = (week: number) =>
  [...PEOPLE, ...PEOPLE].map((person, at): Cell[] => [STATES[at % 3] ?? '', person, FIRST_DAY + 7 * week + (at % 5)])

/** Different rows, followed by copies of the first rows. */
const twice = (count: number, repeated: number) => [...sheet(count), ...sheet(repeated)]
/** Rows with repeated keys that differ in another column. */
const keysTwice = (count: number, repeated: number) =>
  twice(count, repeated).map(([id = '', group = ''], at): Cell[] => [id, group, at + 0.5])

test.each<[string, Cell[][], Cell[][], boolean]>([
  ['all of them', sheet(20), twice(20, 20), true],
  ['7 of 20', sheet(20), twice(20, 7), true],
  ['6 of 20, which is the limit', sheet(20), twice(20, 6), false],
  ['3 rows that became 6', sheet(3), twice(3, 3), true],
  ['2 rows that became 4, which are too few', sheet(2), twice(2, 2), false],
  ['as many as before', twice(20, 20), twice(20, 20), false],
  ['80 % instead of 60 %', twice(20, 12), twice(20, 16), false],
  ['85 % instead of 60 %', twice(20, 12), twice(20, 17), true],
  ['keys of rows that differ otherwise', sheet(20), keysTwice(20, 11), true],
  ['12 of 18 keys in half as many rows again', sheet(20), keysTwice(18, 12), true],
  ['12 of 17 keys in fewer rows than that', sheet(20), keysTwice(17, 12), false],
  ['all rows of a board, which some rows share anyway', board(1000), [...board(1000), ...board(1000)], true],
  ['the same with the header', board(1000), [...board(1000), HEADER, ...board(1000)], true],
  ['the same three times', board(1000), [...board(1000), ...board(1000), ...board(1000)], true],
  ['half of the rows of a board', board(1000), [...board(1000), ...board(1000).slice(200, 700)], true],
  ['most rows pasted over others', sheet(20), [...sheet(10), ...sheet(10)], true],
  ['a board whose rows get one state', board(60), board(60).map(([, ...row]) => ['done', ...row]), false],
  ['new rows of a board', board(1000), board(2000), false],
  ['rows of a board whose numbers go on', numbered(board(1000)), numbered([...board(1000), ...board(1000)]), true],
  ['a week of a plan with the next dates', plan(1), [...plan(1), ...plan(2)], false],
])('rows that are there twice: %s', (_what, before, after, isHeld) => {
  expect(judgeRepeated(judged(before, after)).length > 0).toBe(isHeld)
})

test('another column in the place of the key has no keys', () => {
  const swapped = sheet(60).map(([id = '', group = '', code = '']): Cell[] => [group, id, code])
  expect(judgeRepeated(judged(sheet(20), swapped, { places: [2, 1, 3] }))).toEqual([])
})

test('repeated rows are held beyond 30 %, the usual share of the task, or the limit of the type', () => {
  const usually = (repeatedRows: number, lossPercent = 30) => ({
    limits: { measures: [{ ...NO_MEASURES, repeatedRows }], lossPercent },
  })
  const limit = { percent: 75, limitPercent: 30, usualPercent: 10 }
  const held = { rows: 35, lastRows: 20, ...limit }
  expect(judgeRepeated(judged(sheet(20), twice(20, 15), usually(10)))).toEqual([held])
  expect(judgeRepeated(judged(sheet(20), twice(20, 15), usually(75)))).toEqual([])
  expect(judgeRepeated(judged(sheet(20), twice(20, 15), usually(0, 100)))).toEqual([])
})
