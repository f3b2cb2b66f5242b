import { expect, test } from 'vitest'
import { judgeErrors } from './error-jump.ts'

test.each([
  { errorCells: 10, before: 0, rows: 50, jumped: true },
  { errorCells: 9, before: 0, rows: 50, jumped: false },
  { errorCells: 4_003, before: 3, rows: 40_000, jumped: true },
  { errorCells: 3_000, before: 3, rows: 40_000, jumped: false },
  { errorCells: 40, before: 20, rows: 50, jumped: false },
  { errorCells: 41, before: 20, rows: 50, jumped: true },
  { errorCells: 0, before: 20, rows: 50, jumped: false },
  { errorCells: 50, before: undefined, rows: 50, jumped: false },
])(
  '$errorCells error cells in $rows rows after $before have jumped: $jumped',
  ({ jumped, rows, errorCells, before }) => {
    const found = judgeErrors({ errorCells, before, first: 'C3' }, rows)
    const hold = { count: errorCells, lastCount: before, first: 'C3' }
    expect(found).toEqual(jumped ? [hold] : [])
  },
)
