import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { createRepair, overwrittenRows } from './repair-rows.ts'

const KEY = '["k"]'
const met = (shown: Cell[], written: [number, Cell][]) => ({ row: 5, shown, written: new Map(written) })

test('a row that was met gets back what it had before the first write, unless somebody edited it since', () => {
  const repair = createRepair([1])
  const first = new Map([[KEY, ['k', false, null]]])
  const later = new Map([[KEY, ['k', 'wrong', 'x']]])
  const writes: [number, Cell][][] = [
    [
      [2, 'wrong'],
      [3, 'x'],
    ],
    [
      [2, 'worse'],
      [3, 'y'],
    ],
  ]
  for (const [at, written] of writes.entries()) repair.add([met(['k'], written)], at === 0 ? first : later)
  expect(repair.repaired(['k', 'worse', 'x', 'more'], KEY)).toEqual(['k', false, null, 'more'])
  expect(repair.repaired(['k', 'by hand', 'y'], KEY)).toEqual(['k', 'by hand', null])
  const other = ['j', 'worse', 'y']
  expect(repair.repaired(other, repair.findKey(other))).toBe(other)
})

test('cells written into an inserted row are cleared', () => {
  const repair = createRepair([1])
  const written: [number, Cell][] = [
    [2, 'a'],
    [3, ''],
  ]
  repair.add([met([null], written)], new Map())
  expect(repair.repaired(['', 'a', 'typed since'], undefined)).toEqual(['', null, 'typed since'])
  expect(repair.repaired(['', 'other'], undefined)).toEqual(['', 'other'])
})

test('a key that was written into another row is known by the other cells of the row that was meant', () => {
  const repair = createRepair([1])
  repair.add([{ ...met(['k'], [[1, 'k']]), meant: [[2, 'of k']] }], new Map())
  expect(repair.findKey(['k', 'of another'])).toBeUndefined()
  expect(repair.findKey(['k', 'of k'])).toBe(KEY)
  expect(repair.findKey(['j', 'of another'])).toBe('["j"]')
  expect(repair.findKey(['', 'of another'])).toBeUndefined()
})

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

test.each<[string, number[], number[], number[], Record<string, string>]>([
  ['one inserted row: the last one came to where the first new one is', upTo(8), [8], [9, 10], { n9: 'k8' }],
  ['as many as there are new ones', upTo(8), [7, 8], [9, 10], { n9: 'k7', n10: 'k8' }],
  ['more inserted than added: fewer rows were met', upTo(8), [5, 6], [9, 10], { n9: 'k5', n10: 'k6' }],
  ['rows between others, one inserted above', [1, 2, 4, 6], [2, 4], [3, 5], { n3: 'k2', n5: 'k4' }],
  ['rows between others, one deleted above', [1, 2, 4, 6], [4, 6], [3, 5], { n3: 'k4', n5: 'k6' }],
  ['a row that somebody deleted above', upTo(8), [3], [9, 10], {}],
  ['rows that are apart', upTo(8), [6, 8], [9, 10], {}],
  ['nothing', upTo(8), [], [9, 10], {}],
])('rows that new ones overwrote, %s', (_, named, missing, places, expected) => {
  const keys = (prefix: string, rows: number[]) => new Map(rows.map((row) => [row, `${prefix}${row}`]))
  const write = { named: new Set(named), missing: keys('k', missing), added: keys('n', places) }
  expect(Object.fromEntries(overwrittenRows(write))).toEqual(expected)
})
