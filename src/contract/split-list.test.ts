import { expect, test } from 'vitest'
import { splitList } from './split-list.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['04:00', ['04:00']],
  [' 04:00 ,, 23:00\n', ['04:00', '23:00']],
])('%j holds %j', (text, entries) => {
  expect(splitList(text)).toEqual(entries)
})
