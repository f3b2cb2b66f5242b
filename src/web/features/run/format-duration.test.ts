import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [2449, '2.4 s'],
  [9999, '9.9 s'],
  [59_999, '59 s'],
  [200_000, '3 min 20 s'],
  [3_900_000, '1 h 5 min'],
])('%d ms reads as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
