import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addCell, addSums, type ExactSum, NO_SUM, totalSum } from './exact-sum.ts'

test('a sum counts numbers alone', () => {
  expect(totalSum([0.1, '5', 0.2, null, true, 1e16, -1e16].reduce<ExactSum>(addCell, NO_SUM))).toBe(0.3)
})

test('amounts add up to the same in any order and in any groups', () => {
  const cents = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { maxLength: 200 })
  fc.assert(
    fc.property(cents, fc.nat(), (all, seed) => {
      const amounts = all.map((cent) => cent / 100)
      const groups = Map.groupBy(amounts, (_amount) => Math.abs(Math.trunc(_amount * 100 + seed)) % 7)
      const sums = [...groups.values()].map((group) => group.reduce<ExactSum>(addCell, NO_SUM))
      expect(totalSum(sums.reduce(addSums, NO_SUM))).toBe(totalSum(amounts.reduce<ExactSum>(addCell, NO_SUM)))
    }),
  )
})
