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
