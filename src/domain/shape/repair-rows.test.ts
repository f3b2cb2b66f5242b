import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { addMoved, hasMisplacedKey, overwrittenRows, repairedRow, withoutStrays } from './repair-rows.ts'

const lost = { earlier: (async function* () {})(), added: { firstRow: 9, keys: [] } }
const met = (shown: Cell[], written: [number, Cell][]) => ({ row: 5, shown, written: new Map(written) })

test('a row that was met gets back what it had before the first write, unless somebody edited it since', () => {
  const earlierRows = new Map([['["k"]', ['k', 'own', null]]])
  const first = addMoved(undefined, {
    moved: [
      met(
        ['k'],
        [
          [2, 'wrong'],
          [3, 'x'],
        ],
      ),
    ],
    earlierRows,
    lost,
  })
  const later = new Map([['["k"]', ['k', 'wrong', 'x']]])
  const { cells } = addMoved(first, {
    moved: [
      met(
        ['k'],
        [
          [2, 'worse'],
          [3, 'y'],
        ],
      ),
    ],
    earlierRows: later,
    lost,
  })
  const damage = cells.get('["k"]')
  expect(repairedRow(['k', 'worse', 'x', 'more'], damage)).toEqual(['k', 'own', null, 'more'])
  expect(repairedRow(['k', 'by hand', 'y'], damage)).toEqual(['k', 'by hand', null])
  expect(repairedRow(['k', 'wrong'], undefined)).toEqual(['k', 'wrong'])
})

test('cells written into an inserted row are cleared', () => {
  const { strays, lost: none } = addMoved(undefined, {
    moved: [
      met(
        [null],
        [
          [2, 'a'],
          [3, ''],
        ],
      ),
    ],
    earlierRows: new Map(),
    lost,
  })
  expect(withoutStrays(['', 'a', 'typed since'], strays)).toEqual(['', null, 'typed since'])
  expect(withoutStrays(['', 'other'], strays)).toEqual(['', 'other'])
  expect(none).toEqual([])
})

test('a key that was written into another row is known by the other cells of the row that was meant', () => {
  const moved = [{ ...met(['k'], [[1, 'k']]), meant: [[2, 'of k']] as [number, Cell][] }]
  const repair = addMoved(undefined, { moved, earlierRows: new Map(), lost })
  expect(repair.lost).toEqual([lost])
  expect(hasMisplacedKey(['k', 'of another'], '["k"]', repair)).toBe(true)
  expect(hasMisplacedKey(['k', 'of k'], '["k"]', repair)).toBe(false)
  expect(hasMisplacedKey(['j', 'of another'], '["j"]', repair)).toBe(false)
})

test.each<[string, number[], string[], Record<string, string>]>([
  ['one inserted row: the last one came to where the first new one is', [8], ['n1', 'n2'], { n1: 'k8' }],
  ['as many as there are new ones', [7, 8], ['n1', 'n2'], { n1: 'k7', n2: 'k8' }],
  ['more inserted than added: fewer rows were met', [5, 6], ['n1', 'n2'], { n1: 'k5', n2: 'k6' }],
  ['a row that somebody deleted above', [3], ['n1', 'n2'], {}],
  ['rows that are apart', [6, 8], ['n1', 'n2'], {}],
])('rows that new ones overwrote, %s', (_, missing, keys, expected) => {
  const rows = missing.map((row) => ({ key: `k${row}`, row }))
  expect(Object.fromEntries(overwrittenRows({ missing: rows, added: { firstRow: 9, keys } }))).toEqual(expected)
})
