import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnLetters, columnOfLetters } from './column-letters.ts'

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [18_277, 'ZZZ'],
])('column %i is called %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters)
  expect(columnOfLetters(letters)).toBe(column)
})

test('the letters of every column lead back to it, in either case', () => {
  fc.assert(
    fc.property(fc.nat(18_277), (column) => {
      expect(columnOfLetters(columnLetters(column).toLowerCase())).toBe(column)
    }),
  )
})
