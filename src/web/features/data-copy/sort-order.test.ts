import { expect, test } from 'vitest'
import { nextSort } from './sort-order.ts'

test('clicking one header cycles through ascending, descending and unsorted', () => {
  const up = nextSort(null, 'Amount')
  const down = nextSort(up, 'Amount')
  expect([up, down, nextSort(down, 'Amount')]).toEqual([
    { column: 'Amount', order: 'asc' },
    { column: 'Amount', order: 'desc' },
    null,
  ])
})

test('clicking another header sorts by it in ascending order', () => {
  expect(nextSort({ column: 'Amount', order: 'desc' }, 'Date')).toEqual({ column: 'Date', order: 'asc' })
})
