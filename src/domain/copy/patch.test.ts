import { expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { clipPatch, isWrittenAs, longestText, measureArea, type Patch, splitIntoSegments } from './patch.ts'

const patch = { row: 3, column: 2, cells: [['a', null, 1], [], ['']] }

test('the area of a patch is its smallest rectangle', () => {
  expect(measureArea(patch)).toEqual({ firstRow: 3, firstColumn: 2, lastRow: 5, lastColumn: 4 })
})

test.each<[string, Cell[][], boolean]>([
  ['every value', [['a', 'between', 1], ['below'], []], true],
  ['an empty text for a cleared cell', [['a', '', 1], [], ['']], true],
  ['a number for a text', [['a', '', '1'], [], []], false],
  ['nothing for a value', [['a'], [], []], false],
  ['no rows', [], false],
  ['a value that should be cleared', [['a', '', 1], [], ['still']], false],
])('a provider that holds %s holds the patch: %s', (_what, rows, isHeld) => {
  expect(isWrittenAs(patch, rows)).toBe(isHeld)
})

test('the token of an error may come back with a message', () => {
  const token = { row: 1, column: 1, cells: [['#N/A']] }
  expect(isWrittenAs(token, [['#N/A ()']])).toBe(true)
  expect(isWrittenAs(token, [['#REF! ()']])).toBe(false)
})

test('a patch is cut at the last column of the region', () => {
  expect(clipPatch(patch, { lastColumn: 3 })).toEqual({ row: 3, column: 2, cells: [['a', null], [], ['']] })
  expect(clipPatch(patch, { lastColumn: 1 })).toBeUndefined()
})

test('a patch falls into segments that skip no cell', () => {
  expect(
    splitIntoSegments({ row: 3, column: 2, cells: [['a', '', null, 1], [], [null, 'b']], skippedBytes: 9 }),
  ).toEqual([
    { row: 3, column: 2, cells: [['a', '']] },
    { row: 3, column: 5, cells: [[1]] },
    { row: 5, column: 3, cells: [['b']] },
  ])
})

test('the longest text is found, or else the first cell', () => {
  const patches: Patch[] = [
    { row: 2, column: 3, cells: [['ab', 1_000_000, null], [], ['', 'abc']] },
    { row: 9, column: 1, cells: [['abc']] },
  ]
  expect(longestText(patches)).toEqual({ row: 4, column: 4 })
  expect(longestText([{ row: 5, column: 6, cells: [[1]] }])).toEqual({ row: 5, column: 6 })
})
