import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupIntoRanges, idsIn, isInRanges } from './id-ranges.ts'

test('neighbors are in one range', () => {
  expect(groupIntoRanges([3, 1, 2, 7, 9, 8, 5])).toEqual([
    [1, 3],
    [5, 5],
    [7, 9],
  ])
})

test('ranges have exactly the IDs that they were made of', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (ids) => {
      const ranges = groupIntoRanges(ids)
      expect([...idsIn(ranges)]).toEqual(ids.toSorted((a, b) => a - b))
      for (let id = 0; id <= 61; id++) expect(isInRanges(ranges, id)).toBe(ids.includes(id))
    }),
  )
})
