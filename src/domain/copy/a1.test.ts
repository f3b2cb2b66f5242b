import { expect, test } from 'vitest'
import { a1Cell, a1Range, columnLetters, readA1Range } from './a1.ts'

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

test.each(["Jon's data", 'ENT1', 'a/b!c', "'quoted'"])('a range on the tab %s is read back', (tab) => {
  const range = { tab, firstRow: 2, firstColumn: 2, lastRow: 5000, lastColumn: 703 }
  expect(readA1Range(a1Range(range))).toEqual(range)
})

test('a range is read without quotes and as a single cell, and nothing else is', () => {
  expect(readA1Range('Sheet1!A1')).toEqual({ tab: 'Sheet1', firstRow: 1, firstColumn: 1, lastRow: 1, lastColumn: 1 })
  expect(readA1Range('Sheet1!A1:Z1000')).toMatchObject({ tab: 'Sheet1', lastRow: 1000, lastColumn: 26 })
  expect(readA1Range('Sheet1')).toBeUndefined()
  expect(readA1Range('Sheet1!A:C')).toBeUndefined()
})
