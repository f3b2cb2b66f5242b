import { expect, test } from 'vitest'
import { formatDateTime, formatDay, formatElapsed, formatRelative, formatShortTime } from './format.ts'

const NEW_YORK = { timezone: 'America/New_York' }
const NOON = Date.parse('2026-11-21T17:00:00.000Z')

test.each([
  [0, '0s'],
  [59, '59s'],
  [60, '1m 0s'],
  [3_725, '62m 5s'],
  [null, '-'],
])('formatElapsed(%j) is %j', (seconds, text) => {
  expect(formatElapsed(seconds)).toBe(text)
})

test('formatDateTime uses the given time zone', () => {
  expect(formatDateTime('2026-11-21T04:30:00.000Z', NEW_YORK)).toBe('Nov 20, 2026, 23:30:00')
})

test.each([null, undefined, ''])('a missing time (%j) is shown as a dash', (at) => {
  expect(formatDateTime(at)).toBe('-')
  expect(formatRelative(at, NOON)).toBe('-')
})

test('formatShortTime omits the date for today', () => {
  expect(formatShortTime('2026-11-21T15:04:05.000Z', { ...NEW_YORK, nowMs: NOON })).toBe('10:04:05')
  expect(formatShortTime('2026-11-21T04:30:00.000Z', { ...NEW_YORK, nowMs: NOON })).toBe('Nov 20, 23:30')
  expect(formatShortTime('2026-11-21T20:00:00.000Z', { ...NEW_YORK, nowMs: NOON, hasSeconds: false })).toBe('15:00')
})

test.each([
  ['2026-11-21T20:00:00.000Z', 'Today'],
  ['2026-11-22T09:00:00.000Z', 'Tomorrow'],
  ['2026-11-22T04:59:00.000Z', 'Today'],
  ['2026-11-23T17:00:00.000Z', 'Nov 23'],
])('formatDay shows %s as %j', (at, day) => {
  expect(formatDay(at, { ...NEW_YORK, nowMs: NOON })).toBe(day)
})

test('formatDay names the next day also when the clocks change', () => {
  const formatDayOfTime = (now: string, at: string) => formatDay(at, { ...NEW_YORK, nowMs: Date.parse(now) })
  // A day of 23 hours begins half an hour later.
  expect(formatDayOfTime('2027-03-14T04:30:00.000Z', '2027-03-14T16:00:00.000Z')).toBe('Tomorrow')
  expect(formatDayOfTime('2027-03-14T04:30:00.000Z', '2027-03-15T16:00:00.000Z')).toBe('Mar 15')
  // A day of 25 hours began half an hour ago.
  expect(formatDayOfTime('2027-11-07T04:30:00.000Z', '2027-11-08T16:00:00.000Z')).toBe('Tomorrow')
})

test.each([
  ['2026-11-21T16:59:58.000Z', 'just now'],
  ['2026-11-21T16:59:30.000Z', '30s ago'],
  ['2026-11-21T16:55:00.000Z', '5m ago'],
  ['2026-11-21T14:00:00.000Z', '3h ago'],
  ['2026-11-19T17:00:00.000Z', '2d ago'],
])('%s is %j at noon', (at, text) => {
  expect(formatRelative(at, NOON)).toBe(text)
})

test.each(['yesterday', 'noon'])('%j is no date and shown as it is', (at) => {
  expect(formatDateTime(at)).toBe(at)
  expect(formatShortTime(at, { nowMs: NOON })).toBe(at)
  expect(formatRelative(at, NOON)).toBe(at)
})
