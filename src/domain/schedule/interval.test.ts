import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { type IntervalRule, intervalCron, readInterval, SlotFinder } from './interval.ts'
import { EVERY_DAY } from './schedule-rule.ts'

const timezone = 'America/New_York'
const finder = new SlotFinder(timezone)
const rule = (fields: Partial<IntervalRule>): IntervalRule => ({
  ...EVERY_DAY,
  everyMinutes: 15,
  between: '',
  ...fields,
})

/** Starts between two moments, as local dates and times. */
function starts(fields: Partial<IntervalRule>, [from, to]: [string, string], taskId = 1): string[] {
  const found: string[] = []
  let now = new Date(Date.parse(from) - 1)
  for (;;) {
    const next = finder.next(rule(fields), { taskId, now })
    if (!next || next.getTime() >= Date.parse(to)) return found
    found.push(DateTime.fromJSDate(next, { zone: timezone }).toFormat('ccc dd HH:mm:ss'))
    now = next
  }
}

// Thursday, January 15, midnight to midnight in New York.
const THURSDAY: [string, string] = ['2026-01-15T05:00:00Z', '2026-01-16T05:00:00Z']
const WEEK: [string, string] = ['2026-01-15T05:00:00Z', '2026-01-22T05:00:00Z']

describe('starts of an interval', () => {
  test('are evenly apart all day, at a time of the task within the interval', () => {
    const found = starts({}, THURSDAY)
    expect(found).toHaveLength(96)
    expect(found.slice(0, 3)).toEqual(['Thu 15 00:09:16', 'Thu 15 00:24:16', 'Thu 15 00:39:16'])
    expect(starts({}, THURSDAY, 2)[0]).toBe('Thu 15 00:03:32')
  })

  test.each([
    [
      { between: '07:00-08:00' },
      THURSDAY,
      ['Thu 15 07:09:16', 'Thu 15 07:24:16', 'Thu 15 07:39:16', 'Thu 15 07:54:16'],
    ],
    [{ everyMinutes: 600, between: '07:00-07:30' }, THURSDAY, ['Thu 15 07:18:32']],
    [
      { everyMinutes: 240, between: '22:00-06:00', scheduleDays: ['Thu'] as const },
      WEEK,
      ['Fri 16 00:28:19', 'Fri 16 04:28:19'],
    ],
    [
      {
        everyMinutes: 1440,
        scheduleDays: ['Thu', 'Mon', 'Tue'] as const,
        pausedUntil: '2026-01-16',
        holidays: ['2026-01-20'],
      },
      WEEK,
      ['Mon 19 14:49:58'],
    ],
  ])('keep to hours and days: %j', (fields, span, expected) => expect(starts(fields, span)).toEqual(expected))

  test('are as far apart on a day on which the clocks change', () => {
    const hours = { everyMinutes: 60, between: '01:00-04:00' }
    expect(starts(hours, ['2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'])).toEqual([
      'Sun 08 01:37:04',
      'Sun 08 03:37:04',
    ])
    expect(starts(hours, ['2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'])).toEqual([
      'Sun 01 01:37:04',
      'Sun 01 01:37:04',
      'Sun 01 02:37:04',
      'Sun 01 03:37:04',
    ])
  })

  test('a schedule whose days are over has none', () => {
    expect(finder.next(rule({ pausedUntil: '2099-12-31' }), { taskId: 1, now: new Date('2026-01-15') })).toBeDefined()
  })
})

test.each([
  [{}, '9,24,39,54 * * * *'],
  [{ everyMinutes: 1 }, '* * * * *'],
  [{ everyMinutes: 120, between: '07:00-13:00', scheduleDays: ['Mon', 'Sun'] as const }, '14 8,10,12 * * 1,0'],
  [{ everyMinutes: 60, between: '22:00-02:00' }, '37 0,1,22,23 * * *'],
  [{ everyMinutes: 30, between: '07:00-19:00' }, '18,48 7-18 * * *'],
  [{ everyMinutes: 60, between: '06:30-08:30' }, '7 7,8 * * *'],
  [{ everyMinutes: 600, between: '22:00-22:30' }, '18 22 * * *'],
  [{ everyMinutes: 60, between: '22:00-02:00', scheduleDays: ['Mon'] as const }, undefined],
  [{ everyMinutes: 7 }, undefined],
  [{ everyMinutes: 40, between: '07:00-09:00' }, undefined],
])('the cron fields of %j are %s', (fields, cron) => expect(intervalCron(rule(fields), 1)).toBe(cron))

test('of 200 tasks, no more than 5 start within ten seconds, and each second half minute has one', () => {
  const from = Date.parse(THURSDAY[0])
  const taskIds = Array.from({ length: 200 }, (_, index) => 1000 + index)
  const times = taskIds.map(
    (taskId) => (finder.next(rule({}), { taskId, now: new Date(from - 1) })?.getTime() ?? 0) - from,
  )
  const within = (ms: number) => times.map((time) => times.filter((other) => other >= time && other < time + ms).length)
  expect(Math.max(...within(10 * SECOND_MS))).toBeLessThanOrEqual(5)
  expect(new Set(times.map((time) => Math.floor(time / (30 * SECOND_MS))))).toHaveProperty('size', 30)
})

test('what passed between two moments is what one start after the other finds', () => {
  const anyRule = fc.record({
    everyMinutes: fc.integer({ min: 1, max: 1440 }),
    between: fc.constantFrom('', '07:00-19:00', '22:00-06:00', '02:10-02:50', '00:00-24:00'),
    scheduleDays: fc.subarray(['Mon', 'Sat', 'Sun'] as const),
    holidays: fc.subarray(['2026-03-07', '2026-03-09']),
  })
  const anyTime = fc.integer({ min: Date.parse('2026-03-05'), max: Date.parse('2026-03-11') })
  let found = 0
  fc.assert(
    fc.property(anyRule, fc.nat(5000), anyTime, fc.integer({ min: 0, max: 2 * DAY_MS }), (fields, taskId, from, ms) => {
      const [after, until] = [new Date(from), new Date(from + ms)]
      const slots = finder.between(rule(fields), { taskId, after, until })
      const expected: number[] = []
      for (let now = after; ; now = new Date(expected.at(-1) ?? 0)) {
        const next = finder.next(rule(fields), { taskId, now })
        if (!next || next > until) break
        expected.push(next.getTime())
      }
      expect([slots?.count ?? 0, slots?.first.at.getTime(), slots?.last.at.getTime()]).toEqual([
        expected.length,
        expected[0],
        expected.at(-1),
      ])
      for (const [index, at] of expected.entries()) {
        if (index > 0) expect(at - (expected[index - 1] ?? 0)).toBeGreaterThan(0)
      }
      if (slots) found += 1
    }),
  )
  expect(found).toBeGreaterThan(20)
  expect(finder.last(rule({}), { taskId: 1, now: new Date(Date.parse(THURSDAY[0]) + 10 * MINUTE_MS) })).toEqual(
    new Date('2026-01-15T05:09:16Z'),
  )
})

test('a task has the interval and the hours of its type, unless it has its own', () => {
  const type = { everyMinutes: 15, everyMinutesBetween: '07:00-19:00' }
  const own = (fields: object) => ({ ...EVERY_DAY, everyMinutes: null, everyMinutesBetween: '', ...fields })
  expect(readInterval(own({}), type)).toEqual(rule({ between: '07:00-19:00' }))
  expect(readInterval(own({ everyMinutes: 5, everyMinutesBetween: '00:00-24:00' }), type)).toEqual(
    rule({ everyMinutes: 5, between: '00:00-24:00' }),
  )
  expect(readInterval(own({ everyMinutes: 0 }), type)).toBeUndefined()
  expect(readInterval(own({}), { everyMinutes: null, everyMinutesBetween: '07:00-19:00' })).toBeUndefined()
})
