import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPart, PART_ROWS, rowParts } from './row-parts.ts'

const rowCounts = fc.integer({ min: 1, max: 10_000_000 })

test('the parts cover every row, in order', () => {
  fc.assert(
    fc.property(rowCounts, (rowCount) => {
      let next = 0
      for (const part of rowParts(rowCount)) {
        expect(part.firstRow).toBe(next)
        expect(part.rowCount).toBeLessThanOrEqual(PART_ROWS)
        next += part.rowCount
      }
      expect(next).toBe(rowCount)
    }),
  )
})

test('partOf returns the part that contains the row', () => {
  fc.assert(
    fc.property(rowCounts, fc.nat(), (rowCount, n) => {
      const row = n % rowCount
      const part = findPart(row, rowCount)
      expect(rowParts(rowCount)).toContainEqual(part)
      expect(row - part.firstRow).toBeLessThan(part.rowCount)
      expect(row).toBeGreaterThanOrEqual(part.firstRow)
    }),
  )
})
