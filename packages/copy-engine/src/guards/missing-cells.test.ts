import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { missingCells } from './missing-cells.ts'

/** The third column has no header. */
const columns = { header: ['ID', 'Name', ''], width: 3 }
const limit = { percent: 50, limitPercent: 30 }
const emptied = (column: string): Hold => ({
  cause: 'column_emptied',
  column,
  count: 20,
  filled: 20,
  lastFilled: 40,
  cells: [],
  ...limit,
})
const became = (to: string): Hold => ({
  cause: 'kind_changed',
  column: 'Name',
  count: 20,
  from: 'number',
  to,
  cells: [],
  ...limit,
})
const unfilled = (column: string): Hold => ({ cause: 'expected_filled', column, count: 20, cells: [] })
const ERRORS: Hold = { cause: 'error_jump', count: 20, lastCount: 0, first: 'B2' }
const SHRANK: Hold = { cause: 'source_shrank', rows: 20, lastRows: 40 }
const REPLACED: Hold = { cause: 'keys_replaced', column: 'Name', rows: 20, lastRows: 20, ...limit }

test.each<[string, Hold[], Cell[], number]>([
  ['a value of the emptied column is there', [emptied('Name')], ['', 'x', ''], 0],
  ['a blank of the emptied column is missing', [emptied('Name')], ['a', '', 'z'], 1],
  ['a row that ends before the emptied column lacks it', [emptied('Name')], ['a'], 1],
  ['an error in the emptied column is missing', [emptied('Name')], ['#REF!', '#N/A', '#REF!'], 1],
  ['0 and false are values', [emptied('ID'), emptied('Name')], [0, false], 0],
  ['a column without header is known by its letter', [emptied('C')], ['', '', 'z'], 0],
  ['the blank of a column without header', [emptied('C')], ['a', 'b', ''], 1],
  ['two emptied columns', [emptied('ID'), emptied('Name')], ['', '', 'z'], 2],
  ['a column that became errors', [became('error')], ['', '#N/A', ''], 1],
  ['a column that should be filled', [unfilled('Name')], ['', '', ''], 1],
  ['a column that should be filled, and is not there any more', [unfilled('Gone'), emptied('ID')], ['', '', ''], 1],
  ['a column that two rules name', [unfilled('Name'), emptied('Name')], ['', '', ''], 1],
  ['errors anywhere', [ERRORS], ['#REF!', '', '#N/A'], 2],
  ['errors anywhere beside an emptied column', [ERRORS, emptied('Name')], ['#REF!', '', 'z'], 2],
  ['rows are missing too', [SHRANK, emptied('Name')], ['', '', ''], 1],
  ['other holds say nothing of cells', [REPLACED, emptied('ID')], ['a', '', ''], 0],
])('missing cells of a row: %s', (_what, holds, row, expected) => {
  expect(missingCells(holds, columns)?.countIn?.(row)).toBe(expected)
})

test.each<[string, Hold[], { hasLostRows: boolean; countsCells: boolean } | undefined]>([
  ['fewer rows', [SHRANK], { hasLostRows: true, countsCells: false }],
  ['no rows', [{ cause: 'source_empty' }], { hasLostRows: true, countsCells: false }],
  ['fewer rows beside another hold', [REPLACED, SHRANK], { hasLostRows: true, countsCells: false }],
  ['fewer rows and blanks', [SHRANK, emptied('ID')], { hasLostRows: true, countsCells: true }],
  ['blanks', [emptied('ID')], { hasLostRows: false, countsCells: true }],
  ['errors beside another hold', [REPLACED, ERRORS], { hasLostRows: false, countsCells: true }],
  ['numbers that became text', [became('text')], undefined],
  ['other keys', [REPLACED], undefined],
  ['an emptied column that is not there any more', [emptied('Gone')], undefined],
  ['nothing', [], undefined],
])('what formulas may bring back: %s', (_what, holds, expected) => {
  const found = missingCells(holds, columns)
  const kinds = found && { hasLostRows: found.hasLostRows, countsCells: found.countIn !== undefined }
  expect(kinds).toEqual(expected)
})
