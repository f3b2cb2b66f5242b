import { expect, test } from 'vitest'
import { retryDelayMs, shouldRetry } from './request-retry.ts'

test('delays double up to 64 s', () => {
  const delays = [1, 2, 3, 7, 20].map((failures) => retryDelayMs({ failures, random: () => 0.5 }))
  expect(delays).toEqual([1_500, 2_500, 4_500, 64_000, 64_000])
})

test.each([
  { isRateLimited: true, isUnavailable: false, isIdempotent: false, failures: 1, isRetried: true },
  { isRateLimited: false, isUnavailable: true, isIdempotent: true, failures: 4, isRetried: true },
  { isRateLimited: false, isUnavailable: true, isIdempotent: true, failures: 5, isRetried: false },
  { isRateLimited: false, isUnavailable: true, isIdempotent: false, failures: 1, isRetried: false },
  { isRateLimited: false, isUnavailable: false, isIdempotent: true, failures: 1, isRetried: false },
])(
  'rate-limited $isRateLimited, unavailable $isUnavailable, idempotent $isIdempotent, failures $failures: retried $isRetried',
  (failed) => {
    expect(shouldRetry(failed)).toBe(failed.isRetried)
  },
)
