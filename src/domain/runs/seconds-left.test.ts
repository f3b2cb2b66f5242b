import { expect, test } from 'vitest'
import { secondsLeft } from './seconds-left.ts'

const phaseStartedAt = new Date('2026-01-15T12:00:00Z')
const now = new Date('2026-01-15T12:00:10Z')

test.each([
  { rowsDone: 500, rowsTotal: 1500, left: 20 },
  { rowsDone: 1500, rowsTotal: 1500, left: 0 },
  { rowsDone: 0, rowsTotal: 1500, left: null },
  { rowsDone: null, rowsTotal: null, left: null },
])('after 10 s, $rowsDone of $rowsTotal rows leave $left s', ({ rowsDone, rowsTotal, left }) => {
  expect(secondsLeft({ rowsDone, rowsTotal, phaseStartedAt, now })).toBe(left)
})

test('there is no estimate before the first phase', () => {
  expect(secondsLeft({ rowsDone: 5, rowsTotal: 10, phaseStartedAt: null, now })).toBeNull()
})
