import { expect, test } from 'vitest'
import { IdText, numberText, TimeOfDay, text } from './field.ts'
import { freshShape } from './freshness.ts'
import { scheduleDaysShape } from './schedule-days.ts'
import { intervalShape } from './schedule-interval.ts'

const MARKS = '\ufeff\u200b\u200e\u200f\u2060'

test('text loses surrounding blanks and copy marks, and keeps joiners', () => {
  const Name = text({ label: 'Name', max: 12 })
  expect(Name.parse(` ${MARKS}می\u200cخواهم 👩\u200d👧${MARKS} `)).toBe('می\u200cخواهم 👩\u200d👧')
  expect(Name.parse(`${MARKS}${MARKS}${MARKS}a`)).toBe('a')
  expect(Name.parse(MARKS)).toBe('')
  const exact = text({ label: 'Tab', max: 12, isExact: true })
  expect(exact.parse(`${MARKS} a `)).toBe(`${MARKS} a `)
  expect(exact.parse(' \u00a0 ')).toBe('')
})

test.each([
  ['04:00', '04:00'],
  [`${MARKS}4:00\u00a0`, '04:00'],
  ['\u30000４：００', '04:00'],
  ['23\u00a0: 15', '23:15'],
  ['4:0', undefined],
  ['04:00 05:00', undefined],
  ['0 4:00', undefined],
])('the time %j is %j', (pasted, time) => {
  expect(TimeOfDay.safeParse(pasted).data).toBe(time)
})

test('numbers, dates, days and hours may have copy marks', () => {
  expect(IdText.parse(`${MARKS}7`)).toBe(7)
  expect(numberText({ label: 'limit', min: 1, max: 9 }).parse(`5${MARKS}`)).toBe(5)
  expect(numberText({ label: 'limit', min: 0, max: 9 }).safeParse(MARKS).success).toBe(false)
  expect(freshShape.fresh_by.parse(`${MARKS}６：30`)).toBe('06:30')
  expect(scheduleDaysShape.paused_until.parse(`2026-12-24${MARKS}`)).toBe('2026-12-24')
  expect(scheduleDaysShape.schedule_days.parse([`${MARKS}mon`])).toEqual(['Mon'])
  expect(intervalShape.every_minutes_between.parse(`7：00 – 19:00${MARKS}`)).toBe('07:00-19:00')
})
