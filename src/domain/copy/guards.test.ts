import { expect, test } from 'vitest'
import { isErrorValue, isStillLoading, reasonToHold } from './guards.ts'

test.each([
  { rows: 0, lastRows: undefined, allowShrink: false, held: true },
  { rows: 0, lastRows: 10, allowShrink: true, held: false },
  { rows: 1, lastRows: undefined, allowShrink: false, held: false },
  { rows: 99, lastRows: 200, allowShrink: false, held: true },
  { rows: 100, lastRows: 200, allowShrink: false, held: false },
  { rows: 10, lastRows: 110, allowShrink: false, held: false },
  { rows: 10, lastRows: 111, allowShrink: false, held: true },
  { rows: 10, lastRows: 111, allowShrink: true, held: false },
  { rows: 600, lastRows: 1000, allowShrink: false, held: false },
])('a source of $rows rows after $lastRows (shrinking allowed: $allowShrink) is held: $held', ({ held, ...size }) => {
  expect(reasonToHold(size) !== undefined).toBe(held)
})

test('only exact error values count as errors', () => {
  expect(isErrorValue('#REF!')).toBe(true)
  expect(isErrorValue('#REF! is an error')).toBe(false)
  expect(isErrorValue('#1')).toBe(false)
})

test('only the exact placeholder counts as still loading', () => {
  expect(isStillLoading('Loading...')).toBe(true)
  expect(isStillLoading('Loading dock')).toBe(false)
})
