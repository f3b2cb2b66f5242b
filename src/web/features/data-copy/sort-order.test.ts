import { expect, test } from 'vitest'
import { nextSort } from './sort-order.ts'

test('clicks on one header go up, down and back to the order of the sheet', () => {
  const up = nextSort(null, 'Amount')
  const down = nextSort(up, 'Amount')
  expect([up, down, nextSort(down, 'Amount')]).toEqual([
    { column: 'Amount', order: 'asc' },
    { column: 'Amount', order: 'desc' },
    null,
  ])
})

test('a click on another header starts upwards there', () => {
  expect(nextSort({ column: 'Amount', order: 'desc' }, 'Date')).toEqual({ column: 'Date', order: 'asc' })
})
