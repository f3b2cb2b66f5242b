import { expect, test } from 'vitest'
import { columnNames } from './column-names.ts'

const MAX_SHEET_COLUMNS = 18_278

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

test('a header that looks empty is named by its letter', () => {
  expect(columnNames(['\u00a0', ' \u200b', '\n'], 3)).toEqual(['Column A', 'Column B', 'Column C'])
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

test('a header of the widest sheet with one name throughout is numbered from 2', () => {
  const names = columnNames(
    Array.from({ length: MAX_SHEET_COLUMNS }, () => 'same'),
    MAX_SHEET_COLUMNS,
  )
  expect(names.slice(0, 2)).toEqual(['same', 'same (2)'])
  expect(names.at(-1)).toBe(`same (${MAX_SHEET_COLUMNS})`)
})

test('a long header is cut, and stays unique', () => {
  const long = 'x'.repeat(50_000)
  const [first = '', second = ''] = columnNames([`${long}1`, `${long}2`], 2)
  expect(first).toBe(`${'x'.repeat(299)}…`)
  expect(second).toBe(`${'x'.repeat(299)}… (2)`)
})

test('no column gets the name of the prototype of an object', () => {
  expect(columnNames(['__proto__', 'constructor'], 2)).toEqual(['__proto__ (2)', 'constructor'])
})
