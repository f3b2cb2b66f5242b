import { expect, test } from 'vitest'
import { createExpectationCheck } from './check-expectations.ts'

test('cells that should be filled, and rows that should be unique together', () => {
  const check = createExpectationCheck({
    expectations: { filled: ['Name'], unique: ['ID', 'Day'] },
    header: ['ID', 'Name', 'Day'],
    width: 3,
    firstDataRow: 2,
  })
  check.add([[1, 'Anna', 1], [], [1, '', 2]])
  check.add([[1, 'Ben', 1]])
  expect(check.end()).toEqual([
    { cause: 'expected_filled', column: 'Name', count: 1, cells: [{ row: 4, column: 2, before: '', after: '' }] },
    {
      cause: 'expected_unique',
      columns: ['ID', 'Day'],
      count: 1,
      cells: [{ row: 5, column: 1, before: '', after: 1 }],
    },
  ])
})

test.each([
  { names: ['Column B', 'Name (2)'], found: [] },
  { names: ['B', 'Name'], found: [] },
  { names: ['Missing'], found: ['Missing'] },
])('columns are named as the data copy names them, or by letters: $names', ({ names, found }) => {
  const options = { header: ['Name', '', 'Name'], width: 3, firstDataRow: 2 }
  const check = createExpectationCheck({ ...options, expectations: { filled: names, unique: [] } })
  check.add([['Anna', 7, 'Meyer']])
  expect(check.end().map((hold) => 'column' in hold && hold.column)).toEqual(found)
})

test('rows that repeat a column without a name are found', () => {
  const options = { header: ['Name', ''], width: 2, firstDataRow: 2 }
  const check = createExpectationCheck({ ...options, expectations: { filled: [], unique: ['Column B'] } })
  check.add([
    ['Anna', 7],
    ['Ben', 8],
    ['Cleo', 8],
  ])
  expect(check.end()).toMatchObject([{ cause: 'expected_unique', count: 1, cells: [{ row: 4, column: 2 }] }])
})
