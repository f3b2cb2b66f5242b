import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WEEKDAYS } from '#contract/schedule-days.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { nextOccurrences, occurrencesBetween, type PlannedOccurrence } from './occurrences.ts'
import { dayState, EVERY_DAY, type ScheduleRule } from './schedule-rule.ts'

const NEW_YORK = 'America/New_York'
const QUARTER_MS = 15 * MINUTE_MS
const ZONES = Intl.supportedValuesOf('timeZone')
const utc = (time: string) => new Date(`${time}Z`)
const daily = (...times: string[]): ScheduleRule => ({ ...EVERY_DAY, times })
const shown = ({ date, time, at, clock, isSkipped }: PlannedOccurrence) =>
  `${date} ${time} at ${at.toISOString().slice(0, 16)} ${clock}${isSkipped ? ' skipped' : ''}`

describe('in New York', () => {
  const listNext = (rule: ScheduleRule, now: string, count = 3) =>
    nextOccurrences(rule, { now: utc(now), count, timezone: NEW_YORK }).map(shown)

  test('a time that the clocks skip moves by what they skip', () => {
    expect(listNext(daily('02:30'), '2026-03-07T12:00')).toEqual([
      '2026-03-08 02:30 at 2026-03-08T07:30 gap',
      '2026-03-09 02:30 at 2026-03-09T06:30 normal',
      '2026-03-10 02:30 at 2026-03-10T06:30 normal',
    ])
  })

  test('it gives way to another time of the schedule at that moment, and does not count', () => {
    expect(listNext(daily('02:30', '03:30'), '2026-03-08T00:00', 2)).toEqual([
      '2026-03-08 02:30 at 2026-03-08T07:30 gap skipped',
      '2026-03-08 03:30 at 2026-03-08T07:30 normal',
      '2026-03-09 02:30 at 2026-03-09T06:30 normal',
    ])
  })

  test('a time that comes twice counts once', () => {
    expect(listNext(daily('01:30'), '2026-10-31T12:00', 2)).toEqual([
      '2026-11-01 01:30 at 2026-11-01T05:30 fold',
      '2026-11-02 01:30 at 2026-11-02T06:30 normal',
    ])
  })

  test('days of the week, a pause and holidays leave days out', () => {
    const rule: ScheduleRule = {
      times: ['04:00'],
      scheduleDays: ['Mon', 'Thu'],
      pausedUntil: '2026-12-20',
      holidays: ['2026-12-24'],
    }
    expect(listNext(rule, '2026-12-01T00:00')).toEqual([
      '2026-12-21 04:00 at 2026-12-21T09:00 normal',
      '2026-12-28 04:00 at 2026-12-28T09:00 normal',
      '2026-12-31 04:00 at 2026-12-31T09:00 normal',
    ])
    expect(listNext({ ...rule, pausedUntil: '2099-12-31' }, '2026-12-01T00:00', 1)).toEqual([
      '2099-12-31 04:00 at 2099-12-31T09:00 normal',
    ])
    expect(listNext({ ...rule, times: [] }, '2026-12-01T00:00')).toEqual([])
  })
})

test('a day that a zone leaves out entirely runs once with the next day', () => {
  const until = utc('2012-01-01T00:00')
  const options = { after: utc('2011-12-29T00:00'), until, timezone: 'Pacific/Apia' }
  expect(occurrencesBetween(daily('04:00'), options).map(shown)).toEqual([
    '2011-12-29 04:00 at 2011-12-29T14:00 normal',
    '2011-12-30 04:00 at 2011-12-30T14:00 gap skipped',
    '2011-12-31 04:00 at 2011-12-30T14:00 normal',
    '2012-01-01 04:00 at 2011-12-31T14:00 normal',
  ])
})

/** Finds the clock changes of a zone, day by day over a year. */
function clockChanges(timezone: string): number[] {
  const wall = wallClock(timezone)
  const offset = (ms: number) => wall(ms) - ms
  const changes: number[] = []
  for (let ms = Date.UTC(2026, 0); ms < Date.UTC(2027, 0); ms += DAY_MS)
    if (offset(ms) !== offset(ms + DAY_MS)) changes.push(ms)
  return changes
}

/**
 * Returns a function for the time on a zone's clocks at a whole minute, as if it were UTC. Clocks change at whole quarters of
 * an hour.
 */
function wallClock(timezone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
  const offsets = new Map<number, number>()
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS) * QUARTER_MS
    const offset = offsets.get(quarter) ?? Date.parse(`${format.format(quarter).replace(' ', 'T')}:00Z`) - quarter
    offsets.set(quarter, offset)
    return ms + offset
  }
}

/** Finds occurrences by checking the clocks every minute: their 'date time', by instant. */
function walk(rule: ScheduleRule, { after, until, timezone }: { after: Date; until: Date; timezone: string }) {
  const wall = wallClock(timezone)
  const times = new Map(rule.times.map((time) => [Date.parse(`1970-01-01T${time}Z`), time]))
  const planned = (wallMs: number) => {
    const time = times.get(wallMs % DAY_MS)
    if (time === undefined) return undefined
    const date = new Date(wallMs).toISOString().slice(0, 10)
    return dayState(rule, date) === 'runs' ? `${date} ${time}` : undefined
  }
  const moved = new Map<number, string>()
  const seen = new Set<string>()
  const found = new Map<number, string>()
  let last = wall(after.getTime() - 2 * DAY_MS)
  for (let ms = after.getTime() - 2 * DAY_MS; ms <= until.getTime(); ms += MINUTE_MS) {
    const now = wall(ms)
    for (let skipped = last + MINUTE_MS; skipped < now; skipped += MINUTE_MS) {
      const name = planned(skipped)
      if (name) moved.set(ms + skipped - last - MINUTE_MS, name)
    }
    last = Math.max(last, now)
    const name = planned(now)
    const runs = name !== undefined && !seen.has(name) ? name : moved.get(ms)
    if (runs === undefined) continue
    seen.add(runs)
    if (ms > after.getTime()) found.set(ms, runs)
  }
  return found
}

const formatMinute = (minute: number) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16)
const toMinute = (ms: number) => new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS)
const anyMinute = fc.integer({ min: 0, max: 1439 })
/** Two times an hour apart in the hours of clock changes, so a change can move the first to the second. */
const nightTimes = fc.integer({ min: 0, max: 179 }).map((minute) => [minute, minute + 60].map(formatMinute))
const anyTimes = fc
  .array(
    fc.oneof(
      anyMinute.map((minute) => [formatMinute(minute)]),
      nightTimes,
      nightTimes,
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((times) => [...new Set(times.flat())].sort())
const changing = ZONES.map((timezone) => ({ timezone, changes: clockChanges(timezone) })).filter(
  ({ changes }) => changes.length > 0,
)
const anywhere = fc
  .tuple(fc.constantFrom(...ZONES), fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) }))
  .map(([timezone, ms]) => ({ timezone, after: toMinute(ms) }))
const atChange = fc.constantFrom(...changing).chain(({ timezone, changes }) =>
  fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -1080, max: 1080 })).map(([change, minutes]) => ({
    timezone,
    after: toMinute(change + minutes * MINUTE_MS),
  })),
)
const anyStart = fc.oneof(anywhere, atChange, atChange, atChange)
const dateNear = (after: Date) =>
  fc.integer({ min: -2, max: 5 }).map((days) => new Date(after.getTime() + days * DAY_MS).toISOString().slice(0, 10))
const anyPlan = fc.tuple(anyStart, anyTimes).chain(([start, times]) =>
  fc
    .oneof(
      fc.constant(EVERY_DAY),
      fc.record({
        scheduleDays: fc.subarray([...WEEKDAYS]),
        pausedUntil: fc.option(dateNear(start.after), { freq: 2 }),
        holidays: fc.array(dateNear(start.after), { maxLength: 3 }),
      }),
    )
    .map((days) => ({ start, times, ...days })),
)

test('the occurrences are what a walk of the clocks finds, minute by minute, in every zone', () => {
  const reached = { gap: 0, fold: 0, skipped: 0, leftOut: 0 }
  fc.assert(
    fc.property(anyPlan, ({ start, ...rule }) => {
      const options = { ...start, until: new Date(start.after.getTime() + 2 * DAY_MS) }
      const planned = occurrencesBetween(rule, options)
      const running = planned.filter(({ isSkipped }) => !isSkipped)
      expect(running.map(({ at, date, time }) => [at.getTime(), `${date} ${time}`])).toEqual([
        ...walk(rule, options).entries(),
      ])
      for (const { clock, isSkipped } of planned) {
        if (clock !== 'normal') reached[clock] += 1
        if (isSkipped) reached.skipped += 1
      }
      if (planned.length < occurrencesBetween(daily(...rule.times), options).length) reached.leftOut += 1
    }),
    { numRuns: 100 },
  )
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(0)
})

test('a pause, a holiday and days of the week remove exactly the days that they name', () => {
  fc.assert(
    fc.property(anyPlan, ({ start, times, ...days }) => {
      const options = { ...start, until: new Date(start.after.getTime() + 4 * DAY_MS) }
      const all = occurrencesBetween(daily(...times), options)
      const key = ({ date, time }: PlannedOccurrence) => `${date} ${time}`
      expect(occurrencesBetween({ times, ...days }, options).map(key)).toEqual(
        all.filter(({ date }) => dayState(days, date) === 'runs').map(key),
      )
    }),
  )
})

test('nothing runs twice at one moment or for one day, and what a clock change takes out is listed', () => {
  fc.assert(
    fc.property(anyStart, anyTimes, (start, times) => {
      const options = { ...start, until: new Date(start.after.getTime() + 3 * DAY_MS) }
      const planned = occurrencesBetween(daily(...times), options)
      const running = planned.filter(({ isSkipped }) => !isSkipped)
      expect(new Set(running.map(({ at }) => at.getTime())).size).toBe(running.length)
      expect(new Set(planned.map(({ date, time }) => `${date} ${time}`)).size).toBe(planned.length)
      // Three days contain each time at least twice, as a run or listed as skipped.
      for (const time of times) expect(planned.filter((one) => one.time === time).length).toBeGreaterThanOrEqual(2)
    }),
  )
})

test('the next occurrences are the first ones of those that follow', () => {
  fc.assert(
    fc.property(anyPlan, fc.integer({ min: 1, max: 5 }), ({ start, ...rule }, count) => {
      const { after: now, timezone } = start
      const next = nextOccurrences(rule, { now, count, timezone })
      const running = next.filter(({ isSkipped }) => !isSkipped)
      expect(running).toHaveLength(count)
      const until = new Date(running.at(-1)?.at.getTime() ?? 0)
      expect(next.slice(0, -1)).toEqual(
        occurrencesBetween(rule, { after: now, until, timezone }).slice(0, next.length - 1),
      )
      expect(occurrencesBetween(rule, { after: now, until, timezone }).filter((one) => !one.isSkipped)).toEqual(running)
    }),
  )
})

test('the hour after a gap has room for what moves into it', () => {
  const options = { after: utc('2026-03-08T05:00'), until: utc('2026-03-08T12:00'), timezone: NEW_YORK }
  const every10 = Array.from({ length: 24 * 6 }, (_, index) => formatMinute(index * 10))
  const running = occurrencesBetween(daily(...every10), options).filter(({ isSkipped }) => !isSkipped)
  const steps = running.slice(1).map(({ at }, index) => at.getTime() - (running[index]?.at.getTime() ?? 0))
  expect(new Set(steps)).toEqual(new Set([10 * MINUTE_MS]))
  expect(running).toHaveLength((7 * HOUR_MS) / (10 * MINUTE_MS))
})
