import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [2000, '2 s'],
  [2449, '2.4 s'],
  [9999, '9.9 s'],
  [59_999, '59 s'],
  [12 * MINUTE_MS, '12 min'],
  [200_000, '3 min 20 s'],
  [2 * HOUR_MS, '2 h'],
  [3_900_000, '1 h 5 min'],
])('%d ms reads as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
