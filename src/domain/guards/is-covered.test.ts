import { expect, test } from 'vitest'
import type { CellFact } from './guard-facts.ts'
import type { Hold } from './guards.ts'
import { isCovered } from './is-covered.ts'
import type { RemarkFact } from './remarks-displaced.ts'

type HoldOf<C extends Hold['cause']> = Extract<Hold, { cause: C }>

interface Rule<C extends Hold['cause']> {
  /** The facts the person saw. */
  seen: Omit<HoldOf<C>, 'cause'>
  /** Later facts still covered by the acceptance. */
  covered?: Partial<HoldOf<C>>[]
  /** Later facts not covered by the acceptance. */
  uncovered?: Partial<HoldOf<C>>[]
}

const cell = (row: number, column = 2, before: CellFact['before'] = 'x'): CellFact => ({
  row,
  column,
  before,
  after: 'y',
})
const remark = (row: number, toRow?: number): RemarkFact => ({
  ...{ row, column: 3, remark: 'call back', belongsTo: `row ${row}` },
  ...(toRow !== undefined && { toRow }),
})
const limit = { percent: 50, limitPercent: 30 }
const ofColumn = { column: 'Name', count: 20, cells: [cell(3)], ...limit }
const cells = { count: 2, cells: [cell(3), cell(7)] }
const fewerCells = { count: 1, cells: [cell(7)] }
const otherCells = [
  { count: 3 },
  { cells: [cell(3), cell(8)] },
  { cells: [cell(3, 4)] },
  { cells: [cell(3, 2, 'edited since')] },
]
const file = { id: 'a', title: 'Budget', end: 'source' } as const
const renamed = { ...file, title: 'Budget 2026' }
const otherFile = { ...file, id: 'b' }
const pivot = (firstRow: number, firstColumn: number, { by = 'pivot' as 'pivot' | 'connected', lastRow = 9 } = {}) => ({
  by,
  area: { firstRow, firstColumn, lastRow, lastColumn: 12 },
})

const RULES: { [C in Hold['cause']]: Rule<C> } = {
  tab_replaced: {
    seen: { file, tab: 'Current', now: 'May' },
    covered: [{ file: renamed }],
    uncovered: [{ now: 'June' }, { tab: 'Other' }, { file: otherFile }],
  },
  target_tab_deleted: {
    seen: { file, tab: 'Copy' },
    covered: [{ file: renamed }],
    uncovered: [{ tab: 'Data' }, { file: otherFile }],
  },
  source_gone: { seen: { tab: 'May', rows: 50 }, covered: [{ rows: 40 }], uncovered: [{ rows: 51 }, { tab: 'June' }] },
  source_empty: { seen: {} },
  source_shrank: {
    seen: { rows: 10, lastRows: 500 },
    covered: [{ rows: 11 }, { lastRows: 499 }],
    uncovered: [{ rows: 9 }, { lastRows: 501 }],
  },
  no_row_matches: { seen: { sourceRows: 50 }, covered: [{ sourceRows: 60 }] },
  matches_shrank: {
    seen: { rows: 10, lastRows: 500 },
    covered: [{ rows: 11 }, { lastRows: 499 }],
    uncovered: [{ rows: 9 }, { lastRows: 501 }],
  },
  error_jump: {
    seen: { count: 9, lastCount: 0, first: 'C3' },
    covered: [{ count: 8, first: 'D1' }],
    uncovered: [{ count: 10 }, { first: 'D1' }],
  },
  target_reshaped: { seen: { shape: 'cleared' }, uncovered: [{ shape: 'sorted' }] },
  target_edited: {
    seen: { count: 2, first: 'B7' },
    covered: [{ count: 1 }],
    uncovered: [{ count: 3 }, { count: 1, first: 'C1' }],
  },
  owner_left: { seen: { person: 'ann@example.com' }, uncovered: [{ person: 'bob@example.com' }] },
  // Nobody saw a further edit in the preview.
  edited_since_preview: { seen: {}, uncovered: [{}] },
  target_occupied: {
    seen: { tab: 'Data', rows: 2, percent: 50, ...cells },
    covered: [fewerCells, { percent: 60 }],
    uncovered: [...otherCells, { tab: 'Other' }],
  },
  other_cells: {
    seen: { tab: 'Data', rows: 2, ...cells },
    covered: [fewerCells],
    uncovered: [...otherCells, { tab: 'Other' }],
  },
  columns_misplaced: {
    seen: {
      tab: 'Data',
      columns: [
        { column: 1, before: 'State', after: 'Name' },
        { column: 2, before: 'Name', after: 'State' },
      ],
    },
    covered: [{ columns: [{ column: 2, before: 'Name', after: 'State' }] }],
    uncovered: [{ tab: 'Other' }, { columns: [{ column: 2, before: 'Name', after: 'Sum' }] }],
  },
  remarks_displaced: {
    seen: { tab: 'Data', moved: 2, gone: 1, cells: [remark(3, 4), remark(9)], keyColumns: '' },
    covered: [{ moved: 1 }, { gone: 0 }, { cells: [remark(3, 5)] }, { cells: [remark(7, 8)] }],
    uncovered: [
      { tab: 'Other' },
      { moved: 3 },
      { gone: 2 },
      { cells: [remark(2, 3)] },
      { cells: [remark(10)] },
      { cells: [{ ...remark(9), remark: 'paid' }] },
    ],
  },
  rows_not_carried: {
    seen: { tab: 'Data', why: 'formulas' },
    covered: [{}],
    uncovered: [{ tab: 'Other' }, { why: 'other_task' }],
  },
  keys_unusable: {
    seen: { end: 'source', tab: 'Data', empty: 1, doubled: 2, cells: [cell(3), cell(7)] },
    covered: [{ empty: 0 }, { doubled: 1 }, { cells: [cell(7)] }],
    uncovered: [
      { end: 'target' },
      { empty: 2 },
      { doubled: 3 },
      { cells: [cell(3), cell(8)] },
      { cells: [cell(3, 1)] },
    ],
  },
  values_unmatched: {
    seen: {
      column: 'Branch',
      rows: 3,
      count: 2,
      values: ['B99', ''].map((value) => ({ value, rows: 1, firstRow: 7 })),
    },
    covered: [{ rows: 2, values: [{ value: 'B99', rows: 2, firstRow: 9 }] }],
    uncovered: [{ rows: 4 }, { column: 'Region' }, { values: [{ value: 'B98', rows: 1, firstRow: 7 }] }],
  },
  values_failed: {
    seen: { column: 'Branch', ...cells },
    covered: [fewerCells],
    uncovered: [{ column: 'B' }, ...otherCells],
  },
  pivot_overwritten: {
    seen: { tab: 'Data', count: 2, tables: [pivot(2, 4), pivot(20, 4)] },
    covered: [{ count: 1, tables: [pivot(20, 4)] }, { tables: [pivot(2, 4, { lastRow: 12 })] }],
    uncovered: [
      { tab: 'Other' },
      { count: 3 },
      { tables: [pivot(2, 4), pivot(30, 4)] },
      { tables: [pivot(2, 8)] },
      { tables: [pivot(2, 4, { by: 'connected' })] },
    ],
  },
  columns_changed: {
    seen: { before: ['A', 'B'], after: ['B', 'A'], missing: [], moved: ['A', 'B'], added: [] },
    uncovered: [{ before: ['A', 'C'] }, { after: ['B'] }, { after: ['B', 'A', 'C'] }],
  },
  columns_added: { seen: { columns: ['C'] }, covered: [{ columns: ['C', 'D'] }] },
  column_emptied: {
    seen: { ...ofColumn, filled: 20, lastFilled: 40 },
    covered: [{ filled: 21 }],
    uncovered: [{ filled: 19 }, { column: 'Price' }],
  },
  kind_changed: {
    seen: { ...ofColumn, from: 'number', to: 'text' },
    covered: [{ percent: 49 }],
    uncovered: [{ percent: 51 }, { to: 'error' }, { column: 'Price' }],
  },
  numbers_scaled: {
    seen: { ...ofColumn, mean: 1000, lastMean: 10 },
    covered: [{ mean: 500 }, { mean: 500, lastMean: 5 }, { mean: 10 }, { mean: 1090 }],
    uncovered: [{ mean: 1110 }, { mean: 1000, lastMean: 5 }, { mean: 0.1 }, { mean: 9 }, { column: 'Price' }],
  },
  column_collapsed: {
    seen: { ...ofColumn, distinct: 1, lastDistinct: 20 },
    covered: [{ percent: 49 }],
    uncovered: [{ percent: 51 }, { column: 'Price' }],
  },
  column_moved: { seen: ofColumn, covered: [{ percent: 49 }], uncovered: [{ percent: 51 }, { column: 'Price' }] },
  columns_exchanged: {
    seen: { columns: ['A', 'B'] },
    uncovered: [{ columns: ['A', 'C'] }, { columns: ['A'] }, { columns: ['A', 'B', 'C'] }],
  },
  keys_replaced: {
    seen: { column: 'ID', rows: 50, lastRows: 40, ...limit },
    covered: [{ percent: 49 }],
    uncovered: [{ percent: 51 }, { column: 'Code' }],
  },
  rows_repeated: {
    seen: { rows: 80, lastRows: 40, ...limit },
    covered: [{ percent: 49 }],
    uncovered: [{ percent: 51 }],
  },
  expected_missing: {
    seen: {
      columns: [
        { name: 'A', use: 'filled' },
        { name: 'B', use: 'unique' },
      ],
    },
    covered: [{ columns: [{ name: 'B', use: 'unique' }] }],
    uncovered: [{ columns: [{ name: 'C', use: 'filled' }] }],
  },
  expected_filled: {
    seen: { column: 'ID', ...cells },
    covered: [fewerCells],
    uncovered: [...otherCells, { column: 'Code' }],
  },
  expected_unique: {
    seen: { columns: ['A', 'B'], ...cells },
    covered: [fewerCells],
    uncovered: [...otherCells, { columns: ['A'] }, { columns: ['A', 'B', 'C'] }],
  },
}

const hold = (cause: Hold['cause'], change: Partial<Hold> = {}) => ({ cause, ...RULES[cause].seen, ...change }) as Hold
const causes = Object.keys(RULES) as Hold['cause'][]
/** Causes of holds. New last columns are only reported, so nobody needs to accept them. */
const heldCauses = causes.filter((cause) => cause !== 'columns_added')

test.each(causes)('%s: what a person accepted covers the same and less', (cause) => {
  const found = [...(cause === 'edited_since_preview' ? [] : [{}]), ...(RULES[cause].covered ?? [])]
  for (const change of found) expect([change, isCovered([hold(cause, change)], [hold(cause)])]).toEqual([change, true])
})

test.each(causes)('%s: what a person accepted does not cover more, or something else', (cause) => {
  for (const change of RULES[cause].uncovered ?? []) {
    expect([change, isCovered([hold(cause, change)], [hold(cause)])]).toEqual([change, false])
  }
})

test.each(heldCauses)('%s: the same facts under another rule do not cover it', (cause) => {
  const others = causes.filter((other) => other !== cause)
  const covering = others.filter((other) => isCovered([hold(cause)], [{ ...hold(cause), cause: other } as Hold]))
  expect(covering).toEqual([])
})

test('numbers that became smaller are covered unless they are more than a tenth smaller still', () => {
  const scaled = (mean: number) => hold('numbers_scaled', { mean, lastMean: 100 })
  const found = [0.9, 0.95, 1, 50, 100, 101, 1000]
  expect(found.filter((mean) => isCovered([scaled(mean)], [scaled(1)]))).toEqual([0.95, 1, 50, 100])
})

test('a hold about one source of several covers none about another', () => {
  const shrank = (source?: string) => hold('source_shrank', source === undefined ? {} : { source })
  expect(isCovered([shrank('May')], [shrank('May')])).toBe(true)
  expect(isCovered([shrank('June')], [shrank('May')])).toBe(false)
  expect(isCovered([shrank('May')], [shrank()])).toBe(false)
  const ofFile = (sourceKey: string) => hold('source_shrank', { source: 'Orders', sourceKey })
  expect(isCovered([ofFile('north')], [ofFile('north')])).toBe(true)
  expect(isCovered([ofFile('north')], [ofFile('south')])).toBe(false)
  expect(isCovered([ofFile('north')], [shrank('Orders')])).toBe(true)
})

test('accepted cells below the copied rows, or another obstacle, cover no others', () => {
  const found = (why: 'below' | 'merged', row: number): Hold => {
    const area = { firstRow: row, firstColumn: 4, lastRow: row, lastColumn: 4 }
    return { cause: 'rows_not_carried', tab: 'Data', why, area }
  }
  expect(isCovered([found('below', 18)], [found('below', 18)])).toBe(true)
  expect(isCovered([found('below', 19)], [found('below', 18)])).toBe(false)
  expect(isCovered([found('merged', 18)], [found('below', 18)])).toBe(false)
})

test.each<[string, Hold[], Hold[], boolean]>([
  ['one rule of two', [hold('error_jump')], [hold('source_shrank'), hold('error_jump')], true],
  [
    'two rules in another order',
    [hold('column_moved'), hold('error_jump')],
    [hold('error_jump'), hold('column_moved')],
    true,
  ],
  ['a further rule', [hold('source_shrank'), hold('error_jump')], [hold('source_shrank')], false],
  ['nothing found', [], [], true],
  ['nothing accepted', [hold('source_empty')], [], false],
])('of what a person accepted, %s is covered: %s', (_what, found, accepted, expected) => {
  expect(isCovered(found, accepted)).toBe(expected)
})
