import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVERY_DAY, type ScheduleDays } from '#domain/schedule/schedule-rule.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { deadlineFinder } from './deadlines.ts'
import type { FreshPromise } from './promise.ts'

const NEW_YORK = 'America/New_York'
const WEEKDAYS: ScheduleDays = { ...EVERY_DAY, scheduleDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] }
const by = (freshBy: string): FreshPromise => ({ freshBy, freshWithinMinutes: null })
const within = (freshWithinMinutes: number): FreshPromise => ({ freshBy: null, freshWithinMinutes })

interface Case {
  promise: FreshPromise
  days?: ScheduleDays
  hours?: string
  since: string
  timezone?: string
}

function dueAt({ promise, days = EVERY_DAY, hours = '', since, timezone = NEW_YORK }: Case): string | undefined {
  return deadlineFinder(timezone)({ promise, days, hours, since: new Date(since) })?.dueAt.toISOString()
}

// 2026-07-14 is a Tuesday. New York is then four hours behind UTC.
test.each<[string, Case, string]>([
  [
    'a run of the night counts for the morning',
    { promise: by('07:30'), since: '2026-07-14T08:00:00Z' },
    '2026-07-15T11:30:00.000Z',
  ],
  [
    'so does one of the evening before',
    { promise: by('07:30'), since: '2026-07-14T03:00:00Z' },
    '2026-07-15T11:30:00.000Z',
  ],
  [
    'one of the day before does not',
    { promise: by('07:30'), since: '2026-07-13T18:00:00Z' },
    '2026-07-14T11:30:00.000Z',
  ],
  [
    'one that is late counts for the next day',
    { promise: by('07:30'), since: '2026-07-14T13:00:00Z' },
    '2026-07-15T11:30:00.000Z',
  ],
  [
    'nothing is promised for other days',
    { promise: by('07:30'), days: WEEKDAYS, since: '2026-07-17T08:00:00Z' },
    '2026-07-20T11:30:00.000Z',
  ],
  [
    'a time that the clocks skip comes after the gap',
    { promise: by('02:30'), since: '2026-03-07T13:00:00Z' },
    '2026-03-08T07:30:00.000Z',
  ],
  [
    'a target ages from when it was verified',
    { promise: within(120), since: '2026-07-14T08:00:00Z' },
    '2026-07-14T10:00:00.000Z',
  ],
  [
    'it does not age on other days',
    { promise: within(120), days: WEEKDAYS, since: '2026-07-18T03:00:00Z' },
    '2026-07-20T05:00:00.000Z',
  ],
  [
    'nor while the schedule is paused',
    { promise: within(60), days: { ...EVERY_DAY, pausedUntil: '2026-08-01' }, since: '2026-07-14T08:00:00Z' },
    '2026-08-01T05:00:00.000Z',
  ],
  [
    'nor outside the hours of its interval',
    { promise: within(120), hours: '07:00-19:00', since: '2026-07-14T22:55:00Z' },
    '2026-07-15T12:55:00.000Z',
  ],
  [
    'which may end on the next day',
    { promise: within(120), hours: '22:00-06:00', since: '2026-07-14T09:00:00Z' },
    '2026-07-15T03:00:00.000Z',
  ],
  [
    'of two promises, the earlier deadline counts',
    { promise: { freshBy: '07:30', freshWithinMinutes: 120 }, since: '2026-07-14T08:00:00Z' },
    '2026-07-14T10:00:00.000Z',
  ],
])('%s', (_, found, expected) => {
  expect(dueAt(found)).toBe(expected)
})

test('a copy is due from twelve hours before its time on, and when three quarters of its age are over', () => {
  const find = deadlineFinder(NEW_YORK)
  const since = new Date('2026-07-14T08:00:00Z')
  const dueFrom = (promise: FreshPromise) => find({ promise, days: EVERY_DAY, since })?.dueFrom.toISOString()
  expect(dueFrom(by('07:30'))).toBe('2026-07-14T23:30:00.000Z')
  expect(dueFrom(within(120))).toBe('2026-07-14T09:30:00.000Z')
})

test('without any day to come, nothing is due', () => {
  const days = { ...EVERY_DAY, pausedUntil: '2099-01-01' }
  expect(dueAt({ promise: by('07:30'), days, since: '2026-07-14T08:00:00Z' })).toBeUndefined()
})

const anyPromise = fc
  .record({
    freshBy: fc.option(fc.constantFrom('00:00', '02:30', '07:30', '23:59')),
    freshWithinMinutes: fc.option(fc.integer({ min: 1, max: 5000 })),
  })
  .filter(({ freshBy, freshWithinMinutes }) => freshBy !== null || freshWithinMinutes !== null)
const anyTime = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
const anyDays = fc
  .subarray(['Mon', 'Wed', 'Sat', 'Sun'] as const)
  .map((scheduleDays): ScheduleDays => ({ ...EVERY_DAY, scheduleDays }))

test('a target that is verified is fresh at that moment, and never due earlier than before', () => {
  const find = deadlineFinder(NEW_YORK)
  fc.assert(
    fc.property(anyPromise, anyDays, anyTime, fc.nat(HOUR_MS * 60), (promise, days, sinceMs, laterMs) => {
      const first = find({ promise, days, since: new Date(sinceMs) })
      const later = find({ promise, days, since: new Date(sinceMs + laterMs) })
      expect(first && later).toBeDefined()
      if (!first || !later) return
      expect(first.dueFrom.getTime()).toBeGreaterThan(sinceMs)
      expect(first.dueAt.getTime()).toBeGreaterThanOrEqual(first.dueFrom.getTime())
      expect(later.dueAt.getTime()).toBeGreaterThanOrEqual(first.dueAt.getTime())
      const { freshWithinMinutes } = promise
      const isEveryDay = days.scheduleDays.length === 0
      if (isEveryDay && freshWithinMinutes !== null)
        expect(first.dueAt.getTime() - sinceMs).toBeLessThanOrEqual(freshWithinMinutes * MINUTE_MS)
    }),
  )
})
