import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { keySampleOf } from './compare-samples.ts'
import { judgeKeys, judgeRepeated } from './judge-keys.ts'
import { type JudgedRows, judgedColumns } from './judged-columns.ts'
import { NO_MEASURES } from './measures.ts'
import { createSourceProfiler } from './source-profile.ts'

const HEADER = ['ID', 'Group', 'Code']

function profileOf(rows: Cell[][], keyColumn?: number) {
  const profiler = createSourceProfiler({ keyColumn })
  profiler.add(rows)
  return profiler.end()
}

function judged(before: Cell[][], after: Cell[][], options: Partial<Pick<JudgedRows, 'places' | 'limits'>> = {}) {
  const { places = [1, 2, 3], limits = { measures: [], lossPercent: 30 } } = options
  const last = profileOf(before)
  const now = profileOf(after, keySampleOf(last)?.key)
  const columns = judgedColumns({ last, now, header: HEADER, columns: places, firstDataRow: 2 })
  return { last, now, rows: after.length, lastRows: before.length, columns, places, limits }
}

interface Sheet {
  ids?: (at: number) => Cell
  codes?: (at: number) => Cell
}

const sheet = (count: number, { ids = (at) => `K${at}`, codes = () => '' }: Sheet = {}) =>
  Array.from({ length: count }, (_, at): Cell[] => [ids(at), `Group ${at % 3}`, codes(at)])
/** Keys of which the first `kept` are old. */
const newIds = (count: number, kept = 0) => sheet(count, { ids: (at) => (at < kept ? `K${at}` : `N${at}`) })
const columnsOf = (rows: JudgedRows) =>
  judgeKeys(rows).map((hold) => (hold.cause === 'keys_replaced' ? hold.column : hold.cause))

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
  expect(columnsOf(judged(before, after))).toEqual(expected)
})

test('new keys are held beyond 90 %, or what the task usually has, or what the type allows', () => {
  const usually = (newKeys: number, lossPercent = 30) => {
    const column = { column: 'ID', lost: 0, changedKind: 0, collapsed: 0, moved: 0, newKeys, scale: 1 }
    return { limits: { measures: [{ ...NO_MEASURES, columns: [column] }], lossPercent } }
  }
  const limit = { percent: 95, limitPercent: 90, usualPercent: 50 }
  const held = { cause: 'keys_replaced', column: 'ID', rows: 20, lastRows: 20, ...limit }
  expect(judgeKeys(judged(sheet(20), newIds(20, 1), usually(50)))).toEqual([held])
  expect(judgeKeys(judged(sheet(20), newIds(20, 1), usually(95)))).toEqual([])
  expect(judgeKeys(judged(sheet(20), newIds(20, 1), usually(0, 100)))).toEqual([])
})

test('rows that are new at each copy have new values in other columns too', () => {
  const allNew = newIds(20).map(([id = '', group = ''], at): Cell[] => [id, group, `D${at}`])
  const before = sheet(20, { codes: (at) => `C${at}` })
  const column = { column: 'ID', lost: 0, changedKind: 0, collapsed: 0, moved: 0, newKeys: 100, scale: 1 }
  const limits = { measures: [{ ...NO_MEASURES, columns: [column] }], lossPercent: 30 }
  expect(columnsOf(judged(before, allNew))).toEqual(['ID'])
  expect(judgeKeys(judged(before, allNew, { limits }))).toEqual([])
})

/** Different rows of which the first ones are there twice. */
const twice = (count: number, repeated: number) => [...sheet(count), ...sheet(repeated)]
/** The same with another code in each row, so that only their keys are there twice. */
const keysTwice = (count: number, repeated: number) =>
  twice(count, repeated).map(([id = '', group = ''], at): Cell[] => [id, group, at + 0.5])

test.each<[string, Cell[][], Cell[][], boolean]>([
  ['all of them', sheet(20), twice(20, 20), true],
  ['11 of 20', sheet(20), twice(20, 11), true],
  ['10 of 20, which is the limit', sheet(20), twice(20, 10), false],
  ['3 rows that became 6', sheet(3), twice(3, 3), true],
  ['2 rows that became 4, which are too few', sheet(2), twice(2, 2), false],
  ['as many as before', twice(20, 20), twice(20, 20), false],
  ['80 % instead of 60 %', twice(20, 12), twice(20, 16), false],
  ['85 % instead of 60 %', twice(20, 12), twice(20, 17), true],
  ['keys of rows that differ otherwise', sheet(20), keysTwice(20, 11), true],
  ['12 of 18 keys in half as many rows again', sheet(20), keysTwice(18, 12), true],
  ['12 of 17 keys in fewer rows than that', sheet(20), keysTwice(17, 12), false],
])('rows that are there twice: %s', (_what, before, after, isHeld) => {
  const holds = judgeRepeated(judged(before, after))
  expect(holds.map(({ cause }) => cause)).toEqual(isHeld ? ['rows_repeated'] : [])
})

test('another column in the place of the key has no keys', () => {
  const swapped = sheet(60).map(([id = '', group = '', code = '']): Cell[] => [group, id, code])
  expect(judgeRepeated(judged(sheet(20), swapped, { places: [2, 1, 3] }))).toEqual([])
})

test('repeated rows are held beyond 50 %, or what the task usually has, or what the type allows', () => {
  const usually = (repeatedRows: number, lossPercent = 30) => ({
    limits: { measures: [{ ...NO_MEASURES, repeatedRows }], lossPercent },
  })
  const limit = { percent: 75, limitPercent: 50, usualPercent: 10 }
  const held = { cause: 'rows_repeated', rows: 35, lastRows: 20, ...limit }
  expect(judgeRepeated(judged(sheet(20), twice(20, 15), usually(10)))).toEqual([held])
  expect(judgeRepeated(judged(sheet(20), twice(20, 15), usually(75)))).toEqual([])
  expect(judgeRepeated(judged(sheet(20), twice(20, 15), usually(0, 100)))).toEqual([])
})
