import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { createSourceProfiler } from './source-profile.ts'

function profileRows(rows: Cell[][], keyColumn?: number) {
  const profiler = createSourceProfiler({ keyColumn })
  profiler.add(rows)
  return profiler.end()
}

const COUNT = 20
const table = (...columns: ((at: number) => Cell)[]) =>
  Array.from({ length: COUNT }, (_, at) => columns.map((valueAt) => valueAt(at)))
const group = (at: number) => `group ${at % 5}`
const code = (at: number) => `K${(at * 7) % COUNT}`
const name = (at: number) => `name ${at}`

test.each<[string, Cell[][], number | undefined, number[]]>([
  ['its leftmost unique column', table(group, code, name), undefined, [0, 2]],
  ['no column, if none is unique', table(group, group), undefined, [0]],
  ['no column of numbers of rows', table((at) => at + 1, code), undefined, [0, 2]],
  ['no column that is mostly empty', table((at) => (at % 2 ? code(at) : ''), name), undefined, [0, 2]],
  ['a column whose first cell is empty', table((at) => (at ? code(at) : ''), name), undefined, [0, 1]],
  ['a column with a tenth of its cells empty', table((at) => (at < 2 ? '' : code(at)), name), undefined, [0, 1]],
  ['the key of the last copy too', table(code, name, group), 3, [0, 1, 3]],
  ['the key of the last copy, once', table(code, name), 1, [0, 1]],
  ['its twelfth column', table(...Array.from({ length: 11 }, () => group), code), undefined, [0, 12]],
  ['no column behind that', table(...Array.from({ length: 12 }, () => group), code), undefined, [0]],
  ['the key of the last copy behind that', table(...Array.from({ length: 12 }, () => group), code, name), 13, [0, 13]],
])('the rows are sampled by their number and by %s', (_what, rows, keyColumn, keys) => {
  expect(profileRows(rows, keyColumn).samples.map(({ key }) => key)).toEqual(keys)
})

test('rows without values are no rows that a key has to identify', () => {
  const rows = table(code, group)
  const spread = rows.flatMap((row) => [row, ['', ''], []])
  const { samples, columns } = profileRows(spread)
  expect(samples.map(({ key }) => key)).toEqual([0, 1])
  expect(samples.map(({ rows: sampled }) => sampled.length)).toEqual([COUNT, COUNT])
  expect(columns[0]?.examples.text).toEqual({ row: 1, value: 'K0' })
})

test('columns that begin with empty cells are profiled too', () => {
  const { columns } = profileRows([['', '', 'x'], ['y']])
  expect(columns.map(({ filled, examples }) => [filled, examples.text?.row])).toEqual([
    [1, 2],
    [0, undefined],
    [1, 1],
  ])
})

test.each<[string, Cell[][], number]>([
  ['no row', table(group, code), 0],
  ['all rows, there twice', [...table(code), ...table(code)], 100],
  ['one of three', [['a'], ['a'], ['b'], ['c']], 100 / 3],
  [
    'no row with the same values in other columns',
    [
      ['a', 'b'],
      ['b', 'a'],
      ['a', ''],
      ['', 'a'],
    ],
    0,
  ],
  ['no empty rows', [['a'], [''], ['']], 0],
  ['no rows at all', [], 0],
])('rows that repeat others: %s', (_what, rows, percent) => {
  expect(profileRows(rows).repeatedPercent).toBeCloseTo(percent)
})

const rows = fc.array(fc.tuple(fc.integer({ min: 5000, max: 9000 }), fc.constantFrom<Cell>('a', 'b', '', true)), {
  minLength: 1,
  maxLength: 80,
})

test('samples by a key have the same rows whatever their order, and blocks do not matter', () => {
  let reached = 0
  fc.assert(
    fc.property(rows, fc.nat(80), (given, end) => {
      const [one, other] = [profileRows(given, 1), profileRows(given.toReversed(), 1)]
      const keyed = ({ samples }: typeof one) => samples.find(({ key }) => key === 1)
      // Only the first of several rows with the same key is kept.
      if (new Set(given.map(([key]) => key)).size === given.length) {
        reached += 1
        expect(keyed(other)).toEqual(keyed(one))
      }
      expect(keyed(other)?.keys).toEqual(keyed(one)?.keys)
      expect(keyed(one)?.isWhole).toBe(new Set(given.map(([key]) => key)).size <= 32)
      const inBlocks = createSourceProfiler({ keyColumn: 1 })
      for (const block of [given.slice(0, end), given.slice(end)]) inBlocks.add(block)
      expect(inBlocks.end()).toEqual(one)
    }),
  )
  expect(reached).toBeGreaterThan(0)
})
