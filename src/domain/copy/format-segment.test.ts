import { expect, test } from 'vitest'
import { collectFormats } from './format-segment.ts'

const PERCENT = { type: 'PERCENT', pattern: '0%' }
const DATE = { type: 'DATE', pattern: '' }

test('cells below each other whose formats change alike become one segment, in each column', () => {
  const formats = collectFormats()
  for (const row of [2, 3, 4]) {
    formats.add({ column: 1, row, before: null, after: PERCENT })
    formats.add({ column: 2, row, before: row === 3 ? DATE : null, after: PERCENT })
  }
  expect(formats.segments).toEqual([
    { column: 1, firstRow: 2, lastRow: 4, before: null, after: PERCENT },
    { column: 2, firstRow: 2, lastRow: 2, before: null, after: PERCENT },
    { column: 2, firstRow: 3, lastRow: 3, before: DATE, after: PERCENT },
    { column: 2, firstRow: 4, lastRow: 4, before: null, after: PERCENT },
  ])
})

test('cells that keep their format are in no segment, and count for no limit', () => {
  const formats = collectFormats(2)
  for (const row of [1, 2, 3, 4, 5]) {
    formats.add({ column: 1, row, before: row % 2 === 0 ? PERCENT : DATE, after: PERCENT })
  }
  expect(formats.segments.map(({ firstRow, lastRow }) => [firstRow, lastRow])).toEqual([
    [1, 1],
    [3, 3],
  ])
})
