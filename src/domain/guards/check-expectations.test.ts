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
