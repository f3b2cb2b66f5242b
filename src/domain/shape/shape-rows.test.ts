import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { compileTests } from './compile-tests.ts'
import { placeColumns } from './place-columns.ts'
import { parseShape } from './shape.ts'
import { compileShape } from './shape-rows.ts'

const HEADER = ['Name', 'Status', 'Amount']
const TODAY = 46_000
const CONTEXT = { today: TODAY, locale: 'en_US' }

function placed(fields: { columns?: string; rows?: string }) {
  const shape = parseShape({ startRow: 2, columns: '', rows: '', targetCell: 'A1', header: null, ...fields })
  const found = shape && placeColumns(shape, { header: HEADER, columnCount: 3 })
  if (!found || Array.isArray(found)) throw new Error('Columns are missing')
  return found
}

const ROWS: Cell[][] = [
  ['Ann', 'open', 5],
  ['Bob', '#N/A', 7],
  ['Cy', 'closed', '#REF!'],
  ['Di', 'open', '#REF!'],
]
const ERRORS = [
  { row: 11, column: 2, cell: '#N/A' },
  { row: 12, column: 3, cell: '#REF!' },
  { row: 13, column: 3, cell: '#REF!' },
]

test('rows are chosen, columns are placed, and errors keep their place in the source', () => {
  const { shapeRows } = compileShape(
    placed({ columns: 'Amount, Name, Amount as Again', rows: 'Status = open' }),
    CONTEXT,
  )
  const shaped = shapeRows({ rows: ROWS, firstRow: 10, errors: ERRORS })
  expect(shaped.rows).toEqual([
    [5, 'Ann', 5],
    [7, 'Bob', 7],
    ['#REF!', 'Di', '#REF!'],
  ])
  // Whether Bob belongs is unknown. Cy's error is not copied.
  expect(shaped.undecided).toEqual([ERRORS[0]])
  expect(shaped.errors).toEqual([
    { ...ERRORS[0], shapedRow: 1, shapedColumns: [] },
    { ...ERRORS[2], shapedRow: 2, shapedColumns: [1, 3] },
  ])
})

test('a row of text that only reads like an error is tested as text', () => {
  const rows: Cell[][] = [['Ann', '#N/A', 1]]
  const shaped = compileShape(placed({ rows: 'Status = open' }), CONTEXT).shapeRows({ rows, firstRow: 2, errors: [] })
  expect(shaped).toEqual({ rows: [], places: [], errors: [], undecided: [], unread: [] })
})

test('a row with text is kept if a condition needs a number', () => {
  const rows: Cell[][] = [
    ['Ann', 'open', 'n/a'],
    ['Bob', 'closed', 'n/a'],
    ['Cy', 'open', '150'],
    ['Di', 'open', ' '],
  ]
  const { shapeRows, numeric } = compileShape(placed({ rows: 'Amount > 100; Status = open' }), CONTEXT)
  const shaped = shapeRows({ rows, firstRow: 2, errors: [] })
  expect(shaped).toMatchObject({ places: [2, 4], unread: [{ row: 2, column: 3, cell: 'n/a' }] })
  expect([...numeric]).toEqual([3])
})

test('each row that meets all conditions is copied once, in order, and no other', () => {
  const cell = fc.constantFrom<Cell[]>('open', 'closed', '', null, 0, 1, 50, true, TODAY)
  const row = fc.array(cell, { maxLength: 4 })
  const condition = fc.constantFrom(
    'Status = open',
    'Amount > 0',
    'Name is empty',
    'Amount in 1 | 50',
    'Status != open',
  )
  const columns = fc.constantFrom('', 'Name', 'Amount, Status', 'Status, Status as Twice')
  fc.assert(
    fc.property(fc.array(row), fc.array(condition, { maxLength: 2 }), columns, (rows, conditions, chosen) => {
      const shape = placed({ columns: chosen, rows: conditions.join(';') })
      const shaped = compileShape(shape, CONTEXT).shapeRows({ rows, firstRow: 2, errors: [] })
      const kept = rows.filter((cells) => shape.tests.every((one) => compileTests([one], CONTEXT).testRow(cells)))
      expect(shaped.rows).toEqual(
        kept.map((cells) => (shape.columns ? shape.columns.map((column) => cells[column - 1] ?? null) : cells)),
      )
    }),
  )
})
