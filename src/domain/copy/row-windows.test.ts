import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowWindows } from './row-windows.ts'

test('few cells are one window, and rows without any are in none', () => {
  const spans = [
    { firstRow: 1, lastRow: 10, cells: 10 },
    { firstRow: 5, lastRow: 20, cells: 10 },
    { firstRow: 1000, lastRow: 1000, cells: 1 },
  ]
  expect(rowWindows(spans, { maxCells: 100 })).toEqual([
    { firstRow: 1, lastRow: 20 },
    { firstRow: 1000, lastRow: 1000 },
  ])
  expect(rowWindows(spans, { maxCells: 10 }).length).toBeGreaterThan(2)
  expect(rowWindows([], { maxCells: 10 })).toEqual([])
})

test('windows are in order, do not overlap and hold every row of every span once', () => {
  const anySpan = fc
    .record({
      firstRow: fc.integer({ min: 1, max: 60 }),
      rows: fc.integer({ min: 1, max: 40 }),
      cells: fc.nat({ max: 500 }),
    })
    .map(({ firstRow, rows, cells }) => ({ firstRow, lastRow: firstRow + rows - 1, cells }))
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 8 }), fc.integer({ min: 1, max: 300 }), (spans, maxCells) => {
      const rows = rowWindows(spans, { maxCells }).flatMap(({ firstRow, lastRow }) =>
        Array.from({ length: lastRow - firstRow + 1 }, (_, index) => firstRow + index),
      )
      const expected = Array.from({ length: 110 }, (_, row) => row).filter((row) =>
        spans.some(({ firstRow, lastRow }) => firstRow <= row && row <= lastRow),
      )
      expect(rows).toEqual(expected)
    }),
  )
})
