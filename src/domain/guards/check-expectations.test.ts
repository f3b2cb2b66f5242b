import { expect, test } from 'vitest'
import { createExpectationCheck } from './check-expectations.ts'

test('cells that should be filled, and rows that should be unique together', () => {
  const check = createExpectationCheck({
    expectations: { filled: ['Name'], unique: ['ID', 'Day'] },
    header: ['ID', 'Name', 'Day'],
    width: 3,
    firstDataRow: 2,
    locale: 'en_US',
  })
  check.add([[1, 'Anna', 1], [], [1, '', 2]])
  check.add([[1, 'Ben', 1]])
  expect(check.end()).toEqual([
    { cause: 'expected_filled', column: 'Name', count: 1, cells: [{ row: 4, column: 2, before: '', after: '' }] },
    {
      cause: 'expected_unique',
      columns: ['ID', 'Day'],
      count: 1,
      cells: [{ row: 5, column: 1, before: '', after: 1, repeats: 2 }],
    },
  ])
})

test.each([
  { names: ['Column B', 'Name (2)'], found: [] },
  { names: ['B', 'Name'], found: [] },
  { names: ['name (2)', 'Column\u00a0B'], found: [] },
  { names: ['Missing', 'Name'], found: ['Missing'] },
])('columns are named as the data copy names them, or by letters: $names', ({ names, found }) => {
  const options = { header: ['Name', '', 'Name'], width: 3, firstDataRow: 2, locale: 'en_US' }
  const check = createExpectationCheck({ ...options, expectations: { filled: names, unique: [] } })
  check.add([['Anna', 7, 'Meyer']])
  const missing = check.end().flatMap((hold) => (hold.cause === 'expected_missing' ? hold.columns : []))
  expect(missing).toEqual(found.map((name) => ({ name, use: 'filled' })))
})

test('rows are not checked if a column is missing', () => {
  const options = { header: ['Name', 'E–mail'], width: 2, firstDataRow: 2, locale: 'en_US' }
  const check = createExpectationCheck({ ...options, expectations: { filled: ['E-mail'], unique: ['Name', 'Day'] } })
  check.add([
    ['Anna', ''],
    ['Anna', ''],
  ])
  const columns = [
    { name: 'E-mail', use: 'filled', alike: ['E–mail'] },
    { name: 'Day', use: 'unique' },
  ]
  expect(check.end()).toEqual([{ cause: 'expected_missing', columns }])
})

test('rows that repeat a column without a name are found', () => {
  const options = { header: ['Name', ''], width: 2, firstDataRow: 2, locale: 'en_US' }
  const check = createExpectationCheck({ ...options, expectations: { filled: [], unique: ['Column B'] } })
  check.add([
    ['Anna', 7],
    ['Ben', 8],
    ['Cleo', 8],
  ])
  expect(check.end()).toMatchObject([
    { cause: 'expected_unique', count: 1, cells: [{ row: 4, column: 2, repeats: 3 }] },
  ])
})

test('cells that look empty are empty, and rows that look the same are repeated', () => {
  const options = { header: ['Name', 'ID'], width: 2, firstDataRow: 2, locale: 'de_DE' }
  const check = createExpectationCheck({ ...options, expectations: { filled: ['Name'], unique: ['ID'] } })
  const ids = ['A-1', 'A-1\u00a0', 17, '17', 0.1 + 0.2, '0,3', 'a-1', '017', '\u200b', ' ']
  check.add(ids.map((id, at) => [at < 2 ? ' \u00a0' : 'Anna', id]))
  check.add([['\u200b', ' ']])
  expect(check.end()).toMatchObject([
    { cause: 'expected_filled', count: 2, cells: [{ row: 2 }, { row: 3 }] },
    {
      cause: 'expected_unique',
      count: 4,
      cells: [
        { row: 3, repeats: 2 },
        { row: 5, repeats: 4 },
        { row: 7, repeats: 6 },
        { row: 11, repeats: 10 },
      ],
    },
  ])
})
