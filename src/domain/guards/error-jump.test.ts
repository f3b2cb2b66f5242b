import { expect, test } from 'vitest'
import { judgeErrors } from './error-jump.ts'

test.each([
  { errorCells: 10, lastErrorCells: 0, rows: 50, jumped: true },
  { errorCells: 9, lastErrorCells: 0, rows: 50, jumped: false },
  { errorCells: 4_003, lastErrorCells: 3, rows: 40_000, jumped: true },
  { errorCells: 3_000, lastErrorCells: 3, rows: 40_000, jumped: false },
  { errorCells: 40, lastErrorCells: 20, rows: 50, jumped: false },
  { errorCells: 41, lastErrorCells: 20, rows: 50, jumped: true },
  { errorCells: 0, lastErrorCells: 20, rows: 50, jumped: false },
  { errorCells: 50, lastErrorCells: undefined, rows: 50, jumped: false },
])(
  '$errorCells error cells in $rows rows after $lastErrorCells have jumped: $jumped',
  ({ jumped, rows, errorCells, lastErrorCells }) => {
    const found = judgeErrors({ errorCells, lastErrorCells, first: 'C3' }, rows)
    const hold = { cause: 'error_jump', count: errorCells, lastCount: lastErrorCells, first: 'C3' }
    expect(found).toEqual(jumped ? [hold] : [])
  },
)
