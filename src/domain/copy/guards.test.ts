import { expect, test } from 'vitest'
import { hasErrorJump, reasonToHold } from './guards.ts'

test.each([
  { rows: 0, lastRows: undefined, allowShrink: false, held: true },
  { rows: 0, lastRows: 10, allowShrink: true, held: false },
  { rows: 1, lastRows: undefined, allowShrink: false, held: false },
  { rows: 99, lastRows: 200, allowShrink: false, held: true },
  { rows: 100, lastRows: 200, allowShrink: false, held: false },
  { rows: 10, lastRows: 110, allowShrink: false, held: false },
  { rows: 10, lastRows: 111, allowShrink: false, held: true },
  { rows: 10, lastRows: 111, allowShrink: true, held: false },
  { rows: 600, lastRows: 1000, allowShrink: false, held: false },
])('a source of $rows rows after $lastRows (shrinking allowed: $allowShrink) is held: $held', ({ held, ...size }) => {
  expect(reasonToHold(size) !== undefined).toBe(held)
})

test.each([
  { errorCells: 10, lastErrorCells: 0, rows: 50, jumped: true },
  { errorCells: 9, lastErrorCells: 0, rows: 50, jumped: false },
  { errorCells: 4_003, lastErrorCells: 3, rows: 40_000, jumped: true },
  { errorCells: 3_000, lastErrorCells: 3, rows: 40_000, jumped: false },
  { errorCells: 40, lastErrorCells: 20, rows: 50, jumped: false },
  { errorCells: 41, lastErrorCells: 20, rows: 50, jumped: true },
  { errorCells: 0, lastErrorCells: 20, rows: 50, jumped: false },
  { errorCells: 50, lastErrorCells: undefined, rows: 50, jumped: false },
])('$errorCells error cells in $rows rows after $lastErrorCells have jumped: $jumped', ({ jumped, ...counts }) => {
  expect(hasErrorJump(counts)).toBe(jumped)
})
