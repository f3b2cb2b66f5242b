import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { nextCheckMs } from './spreadsheets.ts'

test('an unshared spreadsheet is checked often at first, and no more after eight minutes', () => {
  const pauses: number[] = []
  for (let pause = nextCheckMs(1); pause !== false; pause = nextCheckMs(pauses.length + 1)) pauses.push(pause)
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  const totalMs = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(totalMs).toBeGreaterThan(7 * MINUTE_MS)
  expect(totalMs).toBeLessThanOrEqual(8 * MINUTE_MS)
  // Fewer than a quarter of the reads of an account in the first minute.
  expect(pauses.filter((pause) => pause < MINUTE_MS / 10).length).toBeLessThan(15)
})
