import { expect, test } from 'vitest'
import { isOverdue } from './is-overdue.ts'

const task = {
  is_active: true,
  running_status: false,
  last_successful_run: '2026-01-14T09:02:00Z',
  last_due_at: '2026-01-15T09:00:00Z',
}

test.each([
  { change: {}, overdue: true, why: 'the last success is from the day before' },
  { change: { last_successful_run: '2026-01-15T09:02:00Z' }, overdue: false, why: 'it succeeded since' },
  { change: { last_successful_run: '2026-01-15T09:00:00Z' }, overdue: false, why: 'it succeeded at that moment' },
  { change: { last_successful_run: null }, overdue: false, why: 'it never succeeded' },
  { change: { last_due_at: null }, overdue: false, why: 'it was not due' },
  { change: { running_status: true }, overdue: false, why: 'a run is in progress' },
  { change: { is_active: false }, overdue: false, why: 'nothing runs it' },
])('overdue: $overdue, because $why', ({ change, overdue }) => {
  expect(isOverdue({ ...task, ...change })).toBe(overdue)
})
