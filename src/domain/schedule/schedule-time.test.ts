import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { EVERY_DAY } from './schedule-rule.ts'
import {
  buildCron,
  dueOccurrences,
  isLate,
  lastOccurrenceFinder,
  latestOccurrence,
  nextOccurrence,
  nextOccurrenceFinder,
} from './schedule-time.ts'

const timezone = 'America/New_York'
const utc = (time: string) => new Date(`${time}Z`)

describe('in New York', () => {
  test.each([
    { time: '04:00', now: '2026-01-15T08:59:59', latest: '2026-01-14T09:00:00', why: 'winter, a second before' },
    { time: '04:00', now: '2026-01-15T09:00:00', latest: '2026-01-15T09:00:00', why: 'winter, on the second' },
    { time: '04:00', now: '2026-07-15T09:00:00', latest: '2026-07-15T08:00:00', why: 'summer' },
    { time: '23:00', now: '2026-07-15T01:00:00', latest: '2026-07-14T03:00:00', why: 'the day before in UTC' },
    { time: '02:30', now: '2026-03-08T07:29:59', latest: '2026-03-07T07:30:00', why: 'skipped, a second before 03:30' },
    { time: '02:30', now: '2026-03-08T12:00:00', latest: '2026-03-08T07:30:00', why: 'skipped: 03:30 instead' },
    { time: '02:00', now: '2026-03-08T12:00:00', latest: '2026-03-08T07:00:00', why: 'the first minute of the gap' },
    { time: '03:30', now: '2026-03-08T12:00:00', latest: '2026-03-08T07:30:00', why: 'the hour after the gap' },
    { time: '01:30', now: '2026-11-01T05:30:00', latest: '2026-11-01T05:30:00', why: 'doubled, the first time' },
    { time: '01:30', now: '2026-11-01T12:00:00', latest: '2026-11-01T05:30:00', why: 'doubled, not a second time' },
    { time: '02:00', now: '2026-11-01T12:00:00', latest: '2026-11-01T07:00:00', why: 'after the doubled hour' },
  ])('$time last occurred at $latest when it is $now ($why)', ({ time, now, latest }) => {
    expect(latestOccurrence({ time, timezone, now: utc(now) })).toEqual(utc(latest))
  })

  test.each([
    { time: '02:30', now: '2026-03-08T06:59:00', next: '2026-03-08T07:30:00' },
    { time: '01:30', now: '2026-11-01T05:30:00', next: '2026-11-02T06:30:00' },
    { time: '23:00', now: '2026-03-08T12:00:00', next: '2026-03-09T03:00:00' },
  ])('$time next occurs at $next when it is $now', ({ time, now, next }) => {
    expect(nextOccurrence({ time, timezone, now: utc(now) })).toEqual(utc(next))
  })
})

test('the earliest of several times comes next', () => {
  const nextOf = nextOccurrenceFinder({ timezone, now: utc('2026-01-15T09:00:00') })
  const daily = (times: string[]) => ({ ...EVERY_DAY, times })
  expect(nextOf(daily(['04:00', '23:00']))).toEqual(utc('2026-01-16T04:00:00'))
  expect(nextOf(daily(['23:00', '04:00']))).toEqual(utc('2026-01-16T04:00:00'))
  expect(nextOf(daily(['04:00']))).toEqual(utc('2026-01-16T09:00:00'))
  expect(nextOf({ ...daily(['04:00']), holidays: ['2026-01-16'] })).toEqual(utc('2026-01-17T09:00:00'))
  expect(nextOf(daily([]))).toBeUndefined()
})

test('the latest of several times came last, on the days on which the schedule runs', () => {
  const lastOf = lastOccurrenceFinder({ timezone, now: utc('2026-01-15T09:00:00') })
  const daily = (times: string[]) => ({ ...EVERY_DAY, times })
  expect(lastOf(daily(['04:00', '23:00']))).toEqual(utc('2026-01-15T09:00:00'))
  expect(lastOf(daily(['23:00']))).toEqual(utc('2026-01-15T04:00:00'))
  expect(lastOf(daily(['04:01']))).toEqual(utc('2026-01-14T09:01:00'))
  expect(lastOf({ ...daily(['04:00']), scheduleDays: ['Fri'] })).toEqual(utc('2026-01-09T09:00:00'))
  expect(lastOf({ ...daily(['04:00']), scheduleDays: ['Fri'], holidays: ['2026-01-09'] })).toEqual(
    utc('2026-01-02T09:00:00'),
  )
  expect(lastOf({ ...daily(['04:00']), pausedUntil: '2026-02-01' })).toBeUndefined()
  expect(lastOf(daily([]))).toBeUndefined()
})

const anyTime = fc
  .integer({ min: 0, max: 1439 })
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`)
const anyZone = fc.constantFrom(
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Sao_Paulo',
)
const anyDate = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

test('a time occurs about once a day in every timezone', () => {
  fc.assert(
    fc.property(anyTime, anyZone, anyDate, (time, zone, now) => {
      const latest = latestOccurrence({ time, timezone: zone, now })?.getTime() ?? Number.NaN
      const next = nextOccurrence({ time, timezone: zone, now })?.getTime() ?? Number.NaN
      expect(latest).toBeLessThanOrEqual(now.getTime())
      expect(next).toBeGreaterThan(now.getTime())
      expect(next - latest).toBeGreaterThanOrEqual(23 * HOUR_MS)
      expect(next - latest).toBeLessThanOrEqual(25 * HOUR_MS)
    }),
  )
})

test('the latest occurrence does not change before the next one', () => {
  fc.assert(
    fc.property(anyTime, anyZone, anyDate, (time, zone, now) => {
      const next = nextOccurrence({ time, timezone: zone, now }) ?? now
      const justBefore = new Date(next.getTime() - 1)
      expect(latestOccurrence({ time, timezone: zone, now: justBefore })).toEqual(
        latestOccurrence({ time, timezone: zone, now }),
      )
      expect(latestOccurrence({ time, timezone: zone, now: next })).toEqual(next)
    }),
  )
})

describe('dueOccurrences', () => {
  const due = (now: string, doneUntil: string) =>
    dueOccurrences({ time: '04:00', timezone, now: utc(now), doneUntil: utc(doneUntil) })

  test.each([
    { now: '2026-01-15T09:00:00', doneUntil: '2026-01-14T09:00:00', run: '2026-01-15', why: 'it has occurred' },
    { now: '2026-01-15T09:00:01', doneUntil: '2026-01-15T09:00:00', why: 'it was handled' },
    { now: '2026-01-15T14:59:59', doneUntil: '2026-01-14T09:00:00', run: '2026-01-15', why: 'it is under 6 hours old' },
    { now: '2026-01-15T15:00:00', doneUntil: '2026-01-14T09:00:00', missed: ['2026-01-15'], why: 'it is 6 hours old' },
    { now: '2026-01-15T08:59:00', doneUntil: '2026-01-15T08:00:00', why: 'it has not occurred yet' },
    {
      now: '2026-01-15T09:30:00',
      doneUntil: '2026-01-12T09:00:00',
      missed: ['2026-01-13', '2026-01-14'],
      run: '2026-01-15',
      why: 'only the last of several runs',
    },
  ])('runs $run and lists $missed as missed, because $why', ({ now, doneUntil, run, missed = [] }) => {
    expect(due(now, doneUntil)).toMatchObject(run === undefined ? { run } : { run: { date: run, time: '04:00' } })
    expect(due(now, doneUntil).missed.map(({ date }) => date)).toEqual(missed)
  })

  test('of a long time without a server, a week is listed', () => {
    expect(due('2026-01-15T09:30:00', '2025-01-15T09:00:00').missed).toHaveLength(6)
  })
})

test.each([
  [59_999, false],
  [MINUTE_MS, true],
])('a start after %i ms is late: %s', (lateMs, late) => {
  expect(isLate(lateMs)).toBe(late)
})

test('a time has five cron fields', () => {
  expect(buildCron('04:05')).toBe('5 4 * * *')
  expect(buildCron('23:00', ['Mon', 'Sat', 'Sun'])).toBe('0 23 * * 1,6,0')
})
