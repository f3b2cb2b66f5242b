import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['abc', 'adc', 1],
  ['abc', 'acb', 1],
  ['SMTP_URI', 'SMTP_URL', 1],
  ['WORKER', 'WORKERS', 1],
  ['kitten', 'sitting', 3],
])('from %j to %j it is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
})

test('it is the same both ways, and at most the longer length', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const distance = editDistance(one, other)
      expect(distance).toBe(editDistance(other, one))
      expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length))
      expect(distance === 0).toBe(one === other)
    }),
  )
})
