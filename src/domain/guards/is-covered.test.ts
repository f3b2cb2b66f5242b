import { expect, test } from 'vitest'
import type { Hold } from '#domain/failures/failure.ts'
import { isCovered } from './is-covered.ts'

const shrank = (rows: number): Hold => ({ cause: 'source_shrank', rows, lastRows: 500 })
const errors = (count: number, first = 'C3'): Hold => ({ cause: 'error_jump', count, lastCount: 0, first })
const keys = (percent: number): Hold => ({
  cause: 'keys_replaced',
  column: 'ID',
  rows: 50,
  lastRows: 40,
  percent,
  limitPercent: 90,
})
const scaled = (mean: number): Hold => ({
  cause: 'numbers_scaled',
  column: 'Price',
  count: 50,
  mean,
  lastMean: 1,
  cells: [],
})
const exchanged = (...columns: string[]): Hold => ({ cause: 'columns_exchanged', columns })
const empty = (...rows: number[]): Hold => ({
  cause: 'expected_filled',
  column: 'ID',
  count: rows.length,
  cells: rows.map((row) => ({ row, column: 1, before: '', after: '' })),
})
const edited = (count: number, first = 'B7'): Hold => ({ cause: 'target_edited', count, first })
const file = { id: 'a', title: 'Budget', end: 'source' } as const
const replaced = (now: string): Hold => ({ cause: 'tab_replaced', file, tab: 'Current', now })
const deleted = (tab: string): Hold => ({ cause: 'target_tab_deleted', file, tab })
const overwrites = (by: 'pivot' | 'connected', firstRow: number, lastRow = 9): Hold => ({
  cause: 'pivot_overwritten',
  tab: 'Sheet1',
  count: 1,
  tables: [{ by, area: { firstRow, firstColumn: 4, lastRow, lastColumn: 5 } }],
})

test.each<[string, Hold[], Hold[], boolean]>([
  ['the same', [shrank(10)], [shrank(10)], true],
  ['less of the same', [shrank(20), errors(4)], [errors(9), shrank(10)], true],
  ['a larger loss', [shrank(9)], [shrank(10)], false],
  ['more errors', [errors(10)], [errors(9)], false],
  ['another rule', [shrank(10), errors(1)], [shrank(10)], false],
  ['one rule of two', [errors(1)], [shrank(10), errors(1)], true],
  ['other cells', [edited(1, 'C1')], [edited(1)], false],
  [
    'another shape',
    [{ cause: 'target_reshaped', shape: 'sorted' }],
    [{ cause: 'target_reshaped', shape: 'cleared' }],
    false,
  ],
  ['the same tab', [replaced('May'), deleted('Copy')], [deleted('Copy'), replaced('May')], true],
  ['a tab that was replaced once more', [replaced('June')], [replaced('May')], false],
  ['another deleted tab', [deleted('Data')], [deleted('Copy')], false],
  ['as many errors elsewhere', [errors(9, 'D1')], [errors(9)], false],
  ['keys that are new again', [keys(95)], [keys(100)], true],
  ['more new keys', [keys(100)], [keys(95)], false],
  ['a smaller scale', [scaled(50)], [scaled(100)], true],
  ['a larger scale', [scaled(1000)], [scaled(100)], false],
  ['numbers that became smaller', [scaled(0.1)], [scaled(100)], false],
  ['other columns that changed places', [exchanged('A', 'B')], [exchanged('A', 'C')], false],
  ['the same columns that changed places', [exchanged('A', 'B')], [exchanged('A', 'B')], true],
  ['an empty cell less', [empty(3)], [empty(3, 7)], true],
  ['another empty cell', [empty(5)], [empty(3, 7)], false],
  ['a pivot table that has grown', [overwrites('pivot', 2, 12)], [overwrites('pivot', 2)], true],
  ['another pivot table', [overwrites('pivot', 20, 22)], [overwrites('pivot', 2)], false],
  ['a connected table in its place', [overwrites('connected', 2)], [overwrites('pivot', 2)], false],
  ['nothing found', [], [], true],
  ['nothing accepted', [{ cause: 'source_empty' }], [], false],
])('of what a person accepted, %s is covered: %s', (_what, found, accepted, expected) => {
  expect(isCovered(found, accepted)).toBe(expected)
})
