import { expect, test } from 'vitest'
import { columnList } from './column-list.ts'

test.each([
  [['Date', 'Amount'], 'Date,Amount'],
  [['Name, first', 'Size 5"'], '"Name, first","Size 5"""'],
  [['Two\nlines'], '"Two\nlines"'],
  [[], ''],
])('%j becomes %s', (names, list) => {
  expect(columnList(names)).toBe(list)
})

test('a list that would make the address too long is left out, so that all columns are sent', () => {
  expect(columnList(Array.from({ length: 200 }, (_, at) => `Über ${at}`))).toMatch(/^Über 0,/)
  expect(columnList(Array.from({ length: 400 }, (_, at) => `Über ${at}`))).toBeUndefined()
})
