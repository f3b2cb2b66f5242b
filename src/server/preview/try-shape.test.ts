import { expect, test, vi } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { SLICE_ROWS } from '#engine/pace/pace.ts'
import { watchRows } from '#tests/support/watch-rows.ts'
import type { ReadRows } from './sources/keep-first-rows.ts'
import { tryShape } from './try-shape.ts'

const TRIAL = {
  spreadsheetId: 'book',
  tab: 'Orders',
  startRow: 2,
  columns: '',
  rows: '',
  moreSources: '',
  targetId: '',
  sourceColumn: '',
  skipsHidden: false,
  splitBy: '',
  today: 46_000,
  requestedBy: 'jo@example.com',
  signal: new AbortController().signal,
}

function createParts(count: number, rows: Cell[][]): ReadRows {
  const part = {
    spreadsheet: 'Book',
    locale: 'en_US',
    header: ['Name', 'Amount'],
    shownHeader: ['Name', 'Amount'],
    hidden: [],
    kinds: [],
    columnCount: 2,
    bytes: 0,
    isComplete: true,
  }
  const parts = Array.from({ length: count }, (_, at) => ({
    ...part,
    tab: `Tab ${at}`,
    rows: at === 0 ? rows : rows.slice(0, 1_000),
  }))
  return async () => ({ parts, isComplete: true })
}

/** Number of rows in the reply, besides the rows of a slice. */
const SHOWN_ROWS = 10

const createRows = (count: number) => Array.from({ length: count }, (_, row): Cell[] => [`name ${row}`, row])

test.each([
  ['one source', 1, {}],
  ['several sources', 2, { moreSources: 'other!Tab', sourceColumn: 'Tab' }],
])('a trial of many rows of %s lets others have their turn after each slice', async (_, count, sources) => {
  const { rows, longestSlice } = watchRows(createRows(130_000))
  const trial = { ...TRIAL, ...sources, rows: 'Name not in name 1 | name 2; Amount < 100000' }
  const tried = await tryShape(createParts(count, rows), trial)
  expect(tried).toMatchObject({ rows: 130_000 + (count - 1) * 1_000, matching_rows: 99_998 + (count - 1) * 998 })
  expect(longestSlice()).toBeLessThanOrEqual(SLICE_ROWS + SHOWN_ROWS)
})

test('a long list is folded once, and each cell once per row', async () => {
  const list = Array.from({ length: 300 }, (_, value) => `VALUE ${value}`).join(' | ')
  const readRows = createParts(1, createRows(1_000))
  const toLowerCase = vi.spyOn(String.prototype, 'toLowerCase')
  await tryShape(readRows, { ...TRIAL, rows: `Name not in ${list}; Name not in ${list}` })
  const folds = toLowerCase.mock.calls.length
  toLowerCase.mockRestore()
  expect(folds).toBeGreaterThan(1_000)
  expect(folds).toBeLessThan(2_000)
})

test('a trial counts the values of the column that rows are split by, in rows that meet the conditions', async () => {
  const rows: Cell[][] = [['North', 1], [' north', 2], [], ['South', 3], [null, 4], ['West', 50]]
  const trial = { ...TRIAL, rows: 'Amount < 10', splitBy: 'name' }
  expect((await tryShape(createParts(1, rows), trial)).split).toEqual({
    values: 2,
    empty_rows: 1,
    error_rows: 0,
    first_values: [
      { value: 'North', rows: 2 },
      { value: 'South', rows: 1 },
    ],
  })
  expect((await tryShape(createParts(1, rows), { ...trial, splitBy: 'Branch' })).split).toBeNull()
  expect((await tryShape(createParts(1, rows), TRIAL)).split).toBeNull()
})
