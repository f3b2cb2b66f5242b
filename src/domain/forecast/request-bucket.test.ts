import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bucketFor,
  closedUntilMs,
  fullAfterRequestMs,
  NO_LIMIT,
  nextSlotMs,
  usedLimit,
  waitForMs,
} from './request-bucket.ts'

const WINDOW_MS = 60_000

/** Lists when requests are sent if they are asked for at these times, each as early as the bucket allows. */
function sentAt(perMinute: number, askedAtMs: readonly number[], closures: readonly number[] = []): number[] {
  const bucket = bucketFor(perMinute)
  let fullAtMs = 0
  return askedAtMs.map((askedMs) => {
    if (closures.includes(askedMs)) fullAtMs = Math.max(fullAtMs, closedUntilMs(bucket, askedMs + WINDOW_MS))
    const nowMs = Math.max(askedMs, nextSlotMs(bucket, fullAtMs))
    fullAtMs = fullAfterRequestMs(bucket, { fullAtMs, nowMs })
    return nowMs
  })
}

/** Counts the most requests in any 60 seconds. The busiest window begins with a request. */
function busiestWindow(times: readonly number[]): number {
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + WINDOW_MS).length))
}

const gaps = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 }), fc.integer({ max: 90_000, min: 0 })),
  {
    maxLength: 200,
  },
)

test('any 60 seconds have at most 90 % of the limit, whatever was asked before and wherever the minute begins', () => {
  let fullWindows = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 120 }),
      gaps,
      fc.array(fc.nat(199), { maxLength: 2 }),
      (limit, steps, closed) => {
        const asked = steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0))
        const times = sentAt(
          limit,
          asked,
          closed.map((index) => asked[index] ?? -1),
        )
        const busiest = busiestWindow(times)
        expect(busiest).toBeLessThanOrEqual(Math.max(1, limit * 0.9))
        if (busiest === usedLimit(limit)) fullWindows += 1
      },
    ),
  )
  expect(fullWindows).toBeGreaterThan(0)
})

test.each([1, 2, 7, 20, 60, 300])('a limit of %i is used up to 90 %% by a waiting queue', (limit) => {
  const times = sentAt(limit, Array(limit * 3).fill(0))
  expect(times.filter((at) => at < WINDOW_MS)).toHaveLength(usedLimit(limit))
  const later = times.filter((at) => at >= WINDOW_MS && at < 2 * WINDOW_MS).length
  expect(later).toBeGreaterThanOrEqual(Math.floor(usedLimit(limit) * 0.7))
})

test('after a pause, a burst is sent at once and the rest at even distances', () => {
  const { burst, intervalMs } = bucketFor(60)
  const times = sentAt(60, Array(burst + 3).fill(10_000))
  expect(times.slice(0, burst)).toEqual(Array(burst).fill(10_000))
  expect(times.slice(burst)).toEqual([1, 2, 3].map((request) => 10_000 + request * intervalMs))
})

test('a closed bucket opens after its time, without a burst', () => {
  const times = sentAt(60, [5_000, 5_000, 5_000], [5_000])
  const { intervalMs } = bucketFor(60)
  expect(times[0]).toBe(65_000)
  expect(times.slice(1)).toEqual([65_000 + intervalMs, 65_000 + 2 * intervalMs])
})

test('without a limit, nothing waits unless the bucket is closed', () => {
  const asked = Array<number>(1000).fill(10_000)
  expect(sentAt(NO_LIMIT, asked)).toEqual(asked)
  expect(waitForMs(bucketFor(NO_LIMIT), { fullAtMs: 0, nowMs: 10_000, count: 1000 })).toBe(0)
  expect(sentAt(NO_LIMIT, [5_000, 5_000], [5_000])).toEqual([65_000, 65_000])
})

test('the wait for requests is as long as sending them takes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 120 }),
      fc.nat(50),
      fc.integer({ min: 1, max: 100 }),
      (limit, before, count) => {
        const bucket = bucketFor(limit)
        const all = sentAt(limit, Array<number>(before + count).fill(0))
        const fullAtMs = before * bucket.intervalMs
        expect(waitForMs(bucket, { fullAtMs, nowMs: 0, count })).toBe(all.at(-1))
      },
    ),
  )
  expect(waitForMs(bucketFor(60), { fullAtMs: 60_000, nowMs: 0, count: 0 })).toBe(0)
})
