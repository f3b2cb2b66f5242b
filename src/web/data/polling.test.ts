import { expect, test } from 'vitest'
import { untilFullRefresh } from './polling.ts'

test.each([
  { what: 'just read', refreshed: { dataUpdatedAt: 5_000, errorUpdatedAt: 0 }, nowMs: 5_000, expected: 60_000 },
  { what: 'read a while ago', refreshed: { dataUpdatedAt: 5_000, errorUpdatedAt: 0 }, nowMs: 25_000, expected: 40_000 },
  { what: 'a little overdue', refreshed: { dataUpdatedAt: 5_000, errorUpdatedAt: 0 }, nowMs: 65_010, expected: 1_000 },
  { what: 'failed', refreshed: { dataUpdatedAt: 5_000, errorUpdatedAt: 65_100 }, nowMs: 65_100, expected: 60_000 },
])('until the next refresh of what was $what: $expected ms', ({ refreshed, nowMs, expected }) => {
  expect(untilFullRefresh(refreshed, nowMs)).toBe(expected)
})
