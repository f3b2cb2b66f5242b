import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { firstOfDay } from './first-of-day.ts'
import { EVERY_DAY, type ScheduleRule } from './schedule-rule.ts'

const timezone = 'America/New_York'
// 2026-03-02 is a Monday.
const rule = (change: Partial<ScheduleRule> = {}): ScheduleRule => ({
  ...EVERY_DAY,
  times: ['03:00', '23:00'],
  ...change,
})

test.each<[string, string, Partial<ScheduleRule>, string | undefined]>([
  ['more than an hour before it', '2026-03-02T01:59', {}, undefined],
  ['within the hour before it', '2026-03-02T02:00', {}, '2026-03-02T03:00'],
  ['once it has come', '2026-03-02T03:00', {}, undefined],
  ['before the second time of the day', '2026-03-02T22:30', {}, undefined],
  ['on the evening before a time after midnight', '2026-03-01T23:30', { times: ['00:15'] }, '2026-03-02T00:15'],
  ['on a day of the week that runs', '2026-03-02T02:30', { scheduleDays: ['Mon'] }, '2026-03-02T03:00'],
  ['on a day of the week that does not', '2026-03-03T02:30', { scheduleDays: ['Mon'] }, undefined],
  ['during a pause', '2026-03-02T02:30', { pausedUntil: '2026-03-03' }, undefined],
  ['on the day on which a pause ends', '2026-03-03T02:30', { pausedUntil: '2026-03-03' }, '2026-03-03T03:00'],
  ['on a holiday', '2026-03-02T02:30', { holidays: ['2026-03-02'] }, undefined],
])('the first time of a day %s', (_when, now, change, first) => {
  const inZone = (time: string) => new Date(`${time}:00-05:00`)
  const found = firstOfDay([rule(change)], { now: inZone(now), withinMs: HOUR_MS, timezone })
  expect(found).toEqual(first === undefined ? undefined : inZone(first))
})

test('the first time of a day is that of the schedule that runs first on that day', () => {
  const rules = [rule({ times: ['02:00'], scheduleDays: ['Tue'] }), rule({ times: ['03:00'] })]
  const at = (time: string) => ({ now: new Date(time), withinMs: HOUR_MS, timezone })
  expect(firstOfDay(rules, at('2026-03-02T02:30:00-05:00'))).toEqual(new Date('2026-03-02T03:00:00-05:00'))
  expect(firstOfDay(rules, at('2026-03-03T01:30:00-05:00'))).toEqual(new Date('2026-03-03T02:00:00-05:00'))
  expect(firstOfDay(rules, at('2026-03-03T02:30:00-05:00'))).toBeUndefined()
})
