import { expect, test } from 'vitest'
import type { Patch } from '#domain/copy/patch.ts'
import { fillsCoveredCell, writesProtectedCell } from './patch-areas.ts'

const area = (firstRow: number, firstColumn: number, lastRow = firstRow, lastColumn = firstColumn) => ({
  firstRow,
  firstColumn,
  lastRow,
  lastColumn,
})

/** Writes B2 and D2, clears C3, and skips C2. */
const patch: Patch = {
  row: 2,
  column: 2,
  cells: [
    ['b', null, 'd'],
    [null, ''],
  ],
}

test.each([
  [area(2, 1, 2, 2), true, 'B2 is its second cell'],
  [area(2, 2, 2, 3), false, 'B2 is its first cell, and C2 is skipped'],
  [area(2, 3, 3, 3), false, 'C3 is cleared'],
  [area(1, 4, 2, 4), true, 'D2 is below its first cell'],
  [area(5, 1, 9, 9), false, 'it is elsewhere'],
])('a merge of %j drops a value: %s, because %s', (merge, isFilled) => {
  expect(fillsCoveredCell(patch, merge)).toBe(isFilled)
})

test.each([
  [{ ...area(2, 2), open: [] }, true],
  [{ ...area(3, 3), open: [] }, true],
  [{ ...area(2, 3), open: [] }, false],
  [{ ...area(1, 1, 9, 9), open: [area(2, 1, 3, 9)] }, false],
  [{ ...area(1, 1, 9, 9), open: [area(2, 1, 2, 9)] }, true],
  [{ ...area(1, 1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY), open: [] }, true],
])('the protected area %j is written: %s', (protectedArea, isWritten) => {
  expect(writesProtectedCell(patch, protectedArea)).toBe(isWritten)
})
