import { expect, test } from 'vitest'
import { columnNames } from './column-names.ts'

test('an empty header is named by its letter, a repeated one gets a number', () => {
  expect(columnNames(['id', '', 'id', null, 'id', 7, true], 8)).toEqual([
    'id',
    'Column B',
    'id (2)',
    'Column D',
    'id (3)',
    '7',
    'true',
    'Column H',
  ])
})

test('a generated name never equals an existing one', () => {
  expect(columnNames(['a', 'a (2)', 'a', '', 'Column D'], 5)).toEqual([
    'a',
    'a (2)',
    'a (3)',
    'Column D',
    'Column D (2)',
  ])
})

test('no column gets the name of the prototype of an object', () => {
  expect(columnNames(['__proto__', 'constructor'], 2)).toEqual(['__proto__ (2)', 'constructor'])
})
