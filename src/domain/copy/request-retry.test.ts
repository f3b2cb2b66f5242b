import { expect, test } from 'vitest'
import { shouldRetry, retryDelayMs } from './request-retry.ts'

test('delays double and are cut at 64 s', () => {
  const delays = [1, 2, 3, 7, 20].map((failures) => retryDelayMs({ failures, random: () => 0.5 }))
  expect(delays).toEqual([1_500, 2_500, 4_500, 64_000, 64_000])
})

test.each([
  { isRateLimited: true, isUnavailable: false, isIdempotent: false, failures: 1, again: true },
  { isRateLimited: false, isUnavailable: true, isIdempotent: true, failures: 4, again: true },
  { isRateLimited: false, isUnavailable: true, isIdempotent: true, failures: 5, again: false },
  { isRateLimited: false, isUnavailable: true, isIdempotent: false, failures: 1, again: false },
  { isRateLimited: false, isUnavailable: false, isIdempotent: true, failures: 1, again: false },
])('a try that failed as $isRateLimited/$isUnavailable/$isIdempotent/$failures is repeated: $again', (failed) => {
  expect(shouldRetry(failed)).toBe(failed.again)
})
