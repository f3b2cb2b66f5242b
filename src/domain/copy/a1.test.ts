import { expect, test } from 'vitest'
import { a1Cell, a1Range, columnLetters } from './a1.ts'

test.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [702, 'ZZ'],
  [703, 'AAA'],
  [18_278, 'ZZZ'],
])('column %i is %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters)
})

test.each([
  ["Jon's data", "'Jon''s data'!B2:D5"],
  ['ENT1', "'ENT1'!B2:D5"],
  ['a/b!c', "'a/b!c'!B2:D5"],
])('the tab %s is quoted', (tab, range) => {
  expect(a1Range({ tab, firstRow: 2, firstColumn: 2, lastRow: 5, lastColumn: 4 })).toBe(range)
})

test('a single cell has no colon', () => {
  expect(a1Cell({ tab: 'Sheet1', row: 7, column: 3 })).toBe("'Sheet1'!C7")
})
