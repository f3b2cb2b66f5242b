import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOfCell } from './cell-hash.ts'
import { ColumnProfiler } from './column-profile.ts'
import { gonePercent, measureDifference } from './compare-values.ts'

/** A whole sample: each value once, by its hash. */
const whole = (...hashes: number[]) => buildSample(hashes, true)
/** A part of a larger sample: its smallest hashes. */
const part = (...hashes: number[]) => buildSample(hashes, false)

function buildSample(hashes: number[], isWhole: boolean, counts = hashes.map(() => 1)) {
  return { values: { hashes, counts, isWhole } }
}

type Sample = ReturnType<typeof buildSample>

test.each<[string, Sample, Sample, number]>([
  ['the same values', whole(1, 5, 9), whole(1, 5, 9), 0],
  ['other values', whole(1, 5), whole(2, 6), 1],
  ['one replaced of four', whole(1, 3, 5, 9), whole(1, 3, 5, 7), 0.25],
  ['one added', whole(1, 5), whole(1, 5, 9), 0.2],
  ['a value less often', buildSample([1, 5], true, [3, 1]), buildSample([1, 5], true, [1, 1]), 2 / 6],
  ['no values', whole(), whole(), 0],
  ['values above the other sample, which may be there too', whole(1, 5, 7, 9), part(1, 5), 0],
  ['the last value of a sample, which counts', part(1, 5), part(1, 4), 1 / 3],
  ['values up to the last one of the smaller sample', part(2, 5, 9), part(1, 2, 3, 5), 2 / 6],
])('columns differ in a share of their values: %s', (_what, one, other, share) => {
  expect(measureDifference(one, other)).toBeCloseTo(share)
  expect(measureDifference(other, one)).toBeCloseTo(share)
})

test.each<[string, Sample, Sample, number]>([
  ['none', whole(1, 5, 9), whole(1, 5, 9), 0],
  ['all', whole(1, 5, 9), whole(2, 6, 10), 100],
  ['one of four', whole(1, 3, 5, 9), whole(1, 3, 9), 25],
  ['none where there are more now', whole(1, 5, 9), whole(1, 2, 5, 9), 0],
  ['none that the sample of now would not have', part(1, 3, 5, 9), part(1, 2, 3, 5), 0],
  ['two of three that it would have', part(1, 3, 5, 9), part(2, 4, 5), 200 / 3],
  ['too few to say', whole(1, 5), whole(2, 6), 0],
])('values that are gone: %s', (_what, last, now, percent) => {
  expect(gonePercent(last, now)).toBeCloseTo(percent)
})

const values = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 300 })

function profileNumbers(numbers: number[]) {
  const profiler = new ColumnProfiler()
  for (const [at, number] of numbers.entries()) profiler.add(number, { hash: hashOfCell(number), row: at + 1 })
  return profiler.end()
}

test('columns with the same values in any order do not differ, those with other ones do wholly', () => {
  fc.assert(
    fc.property(values, (numbers) => {
      const one = profileNumbers(numbers)
      expect(measureDifference(one, profileNumbers(numbers.toReversed()))).toBe(0)
      expect(measureDifference(one, profileNumbers(numbers.map((number) => -number)))).toBe(1)
    }),
  )
})
