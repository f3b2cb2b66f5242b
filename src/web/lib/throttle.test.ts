import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs the first call at once and merges later calls into one at the end of the interval', () => {
  let runs = 0
  const throttled = throttle(() => runs++, 1000)
  throttled()
  expect(runs).toBe(1)
  throttled()
  throttled()
  expect(runs).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(runs).toBe(2)
  vi.advanceTimersByTime(5000)
  expect(runs).toBe(2)
})

test('runs a call at once again after a quiet interval', () => {
  let runs = 0
  const throttled = throttle(() => runs++, 1000)
  throttled()
  vi.advanceTimersByTime(1000)
  throttled()
  expect(runs).toBe(2)
})

test('cancel drops the pending call', () => {
  let runs = 0
  const throttled = throttle(() => runs++, 1000)
  throttled()
  throttled()
  throttled.cancel()
  vi.advanceTimersByTime(5000)
  expect(runs).toBe(1)
})
