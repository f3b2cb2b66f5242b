import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { nextTryAt } from './next-try.ts'

const firstTriedAt = new Date('2026-03-02T04:00:00Z')
const delayMs = (tries: number, retryAfterMs?: number) =>
  (nextTryAt({ tries, firstTriedAt, now: firstTriedAt, retryAfterMs })?.getTime() ?? 0) - firstTriedAt.getTime()

test('each delay is twice the one before, up to an hour', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1000].map((tries) => delayMs(tries) / SECOND_MS)
  expect(seconds).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
})

test('a receiver can ask for a longer delay, up to an hour', () => {
  expect(delayMs(1, 90 * SECOND_MS)).toBe(90 * SECOND_MS)
  expect(delayMs(1, SECOND_MS)).toBe(30 * SECOND_MS)
  expect(delayMs(1, DAY_MS)).toBe(HOUR_MS)
})

test('a delivery is tried for a day, and then given up', () => {
  let now = firstTriedAt
  let tries = 0
  for (;;) {
    tries += 1
    const next = nextTryAt({ tries, firstTriedAt, now })
    if (!next) break
    now = next
  }
  const triedMs = now.getTime() - firstTriedAt.getTime()
  expect(triedMs).toBeGreaterThan(DAY_MS - HOUR_MS)
  expect(triedMs).toBeLessThanOrEqual(DAY_MS)
})
