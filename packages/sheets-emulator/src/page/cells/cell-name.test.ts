import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellName, columnIndex, columnLetters, parseCellName, quoteTitle } from './cell-name.ts'

const grid = { rowCount: 2000, columnCount: 30 }

test.each([
  ['B1200', { row: 1199, column: 1 }],
  [' aa7 ', { row: 6, column: 26 }],
  ['$C$4', { row: 3, column: 2 }],
  ['B2:C9', { row: 1, column: 1 }],
  ['B2:B', { row: 1, column: 1 }],
])('parses %s as a cell', (text, cell) => {
  expect(parseCellName(text, grid)).toEqual(cell)
})

test.each(['', 'B', '12', 'B0', 'B2001', 'AE1', 'B1.5', 'Sheet1!B2', 'ABCD1'])(
  '%j is not a cell of the grid',
  (text) => {
    expect(parseCellName(text, grid)).toBeUndefined()
  },
)

test('every cell survives formatting and parsing', () => {
  fc.assert(
    fc.property(fc.nat(1999), fc.nat(29), (row, column) => {
      expect(parseCellName(cellName({ row, column }), grid)).toEqual({ row, column })
    }),
  )
})

test('apostrophes in a quoted title are doubled', () => {
  expect(quoteTitle("Jon's data")).toBe("'Jon''s data'")
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [18_277, 'ZZZ'],
])('column %i has the letters %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters)
  expect(columnIndex(letters)).toBe(column)
})

test('the letters of every column convert back to its index, in either case', () => {
  fc.assert(
    fc.property(fc.nat(18_277), (column) => {
      expect(columnIndex(columnLetters(column).toLowerCase())).toBe(column)
    }),
  )
})
