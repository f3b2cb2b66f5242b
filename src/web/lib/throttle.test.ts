import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first call acts at once and later ones share one action at the end of the pause', () => {
  let acted = 0
  const throttled = throttle(() => acted++, 1000)
  throttled()
  expect(acted).toBe(1)
  throttled()
  throttled()
  expect(acted).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(acted).toBe(2)
  vi.advanceTimersByTime(5000)
  expect(acted).toBe(2)
})

test('a call after a quiet pause acts at once again', () => {
  let acted = 0
  const throttled = throttle(() => acted++, 1000)
  throttled()
  vi.advanceTimersByTime(1000)
  throttled()
  expect(acted).toBe(2)
})

test('what was cancelled does not act any more', () => {
  let acted = 0
  const throttled = throttle(() => acted++, 1000)
  throttled()
  throttled()
  throttled.cancel()
  vi.advanceTimersByTime(5000)
  expect(acted).toBe(1)
})
