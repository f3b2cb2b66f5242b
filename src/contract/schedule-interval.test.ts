import { expect, test } from 'vitest'
import { z } from 'zod'
import { intervalOfTypeShape, intervalShape } from './schedule-interval.ts'

const Interval = z.object(intervalShape)
const hours = (text: string) => Interval.safeParse({ every_minutes_between: text }).data?.every_minutes_between

test.each([
  ['', ''],
  ['07:00-19:00', '07:00-19:00'],
  [' 7:00 – 9:30 ', '07:00-09:30'],
  ['22:00-06:00', '22:00-06:00'],
  ['00:00-24:00', '00:00-24:00'],
  ['07:00-07:00', undefined],
  ['24:00-07:00', undefined],
  ['7-19', undefined],
])('the hours %j are stored as %j', (text, stored) => expect(hours(text)).toBe(stored))

test.each([
  [1, true, true],
  [1440, true, true],
  [null, true, true],
  [0, true, false],
  [1441, false, false],
  [2.5, false, false],
])('%s minutes are accepted of a task: %s, and of a type: %s', (every_minutes, ofTask, ofType) => {
  expect(Interval.safeParse({ every_minutes }).success).toBe(ofTask)
  expect(z.object(intervalOfTypeShape).safeParse({ every_minutes }).success).toBe(ofType)
})
