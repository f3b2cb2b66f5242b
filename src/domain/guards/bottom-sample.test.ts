import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BottomSample } from './bottom-sample.ts'
import { mixBits } from './cell-hash.ts'

const SIZE = 4

test('a sample has the smallest hashes, with how often each occurs and what its first occurrence left', () => {
  const reached = { part: false, whole: false }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 60 }), (hashes) => {
      const sample = new BottomSample<number>(SIZE)
      for (const [at, hash] of hashes.entries()) sample.add(hash, () => at)
      const values = [...new Set(hashes)].toSorted((one, other) => one - other)
      const expected = values.slice(0, SIZE).map((hash) => ({
        hash,
        count: hashes.filter((each) => each === hash).length,
        kept: hashes.indexOf(hash),
      }))
      const isWhole = values.length <= SIZE
      expect(sample.entries()).toEqual(expected)
      expect(sample.isWhole).toBe(isWhole)
      if (isWhole) expect(sample.distinct()).toBe(values.length)
      reached[isWhole ? 'whole' : 'part'] = true
    }),
  )
  expect(reached).toEqual({ part: true, whole: true })
})

test('the number of different values is estimated, on average correctly', () => {
  const [columns, values] = [400, 1000]
  const estimates = Array.from({ length: columns }, (_, column) => {
    const sample = new BottomSample<undefined>(32)
    for (let at = 0; at < values; at += 1) sample.add(mixBits(column * values + at), () => undefined)
    return sample.distinct()
  })
  const mean = estimates.reduce((sum, estimate) => sum + estimate, 0) / columns
  expect(Math.abs(mean - values)).toBeLessThan(0.03 * values)
})
