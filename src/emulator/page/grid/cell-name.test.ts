import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellName, parseCellName, quotedTab } from './cell-name.ts'

const grid = { rowCount: 2000, columnCount: 30 }

test.each([
  ['B1200', { row: 1199, column: 1 }],
  [' aa7 ', { row: 6, column: 26 }],
  ['$C$4', { row: 3, column: 2 }],
  ['B2:C9', { row: 1, column: 1 }],
  ['B2:B', { row: 1, column: 1 }],
])('%s is read as a cell', (text, cell) => {
  expect(parseCellName(text, grid)).toEqual(cell)
})

test.each(['', 'B', '12', 'B0', 'B2001', 'AE1', 'B1.5', 'Sheet1!B2', 'ABCD1'])('%j is no cell of the grid', (text) => {
  expect(parseCellName(text, grid)).toBeUndefined()
})

test('the name of every cell leads back to it', () => {
  fc.assert(
    fc.property(fc.nat(1999), fc.nat(29), (row, column) => {
      expect(parseCellName(cellName({ row, column }), grid)).toEqual({ row, column })
    }),
  )
})

test('apostrophes in a quoted tab name are doubled', () => {
  expect(quotedTab("Jon's data")).toBe("'Jon''s data'")
})
