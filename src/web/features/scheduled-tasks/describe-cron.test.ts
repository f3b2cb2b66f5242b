import { expect, test } from 'vitest'
import { describeCron } from './describe-cron.ts'

test.each([
  ['0 4 * * *', 'Every day at 04:00'],
  ['30 4,23 * * *', 'Every day at 04:30 and 23:30'],
  ['5 0,6,12 * * *', 'Every day at 00:05, 06:05, and 12:05'],
  ['*/5 * * * *', null],
  ['0 4 * * 1', 'Every Monday at 04:00'],
  ['0 4 * * 1,5,0', 'Every Monday, Friday, and Sunday at 04:00'],
  ['0 4 * * 8', null],
  ['0 4 1 * *', null],
  ['', null],
])('%j: %s', (schedule, description) => {
  expect(describeCron(schedule)).toBe(description)
})
