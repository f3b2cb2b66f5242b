import { expect, test } from 'vitest'
import { timeLeftMs } from './time-left.ts'

test.each([
  { done: 100, total: 200, elapsedMs: 60_000, left: 60_000, why: 'half of it took a minute' },
  { done: 150, total: 200, elapsedMs: 60_000, left: 20_000, why: 'a quarter is left' },
  { done: 20, total: 200, elapsedMs: 10_000, left: 90_000, why: 'a tenth is enough' },
  { done: 19, total: 200, elapsedMs: 10_000, left: undefined, why: 'less than a tenth says nothing' },
  { done: 0, total: 3, elapsedMs: 10_000, left: undefined, why: 'nothing has ended' },
  { done: 3, total: 3, elapsedMs: 10_000, left: 0, why: 'all have ended' },
])('$done of $total after $elapsedMs ms: $left ms left ($why)', ({ left, ...pace }) => {
  expect(timeLeftMs(pace)).toBe(left)
})
