import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

test('a column fits nearly all of its texts, between a minimum and a maximum width', () => {
  const rows = Array.from({ length: 100 }, (_, row) => [
    'x',
    'y'.repeat(20),
    row === 50 ? 'z'.repeat(500) : 'z',
    'w'.repeat(500),
  ])
  const [short = 0, middle = 0, oneLong = 0, long = 0] = columnWidths(rows)
  expect(short).toBe(oneLong)
  expect(middle).toBeGreaterThan(short)
  expect(long).toBeGreaterThan(middle)
})

test('returns no widths for an empty tab', () => {
  expect(columnWidths([])).toEqual([])
})
