import { expect, test } from 'vitest'
import { clockIn, timeColumn } from './clock.ts'

test.each([
  ['America/New_York', '2026-07-01T03:05:00Z', 'EST', '2026-06-30 23:05'],
  ['Europe/Berlin', '2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01 00:30'],
])('times are in the zone of the schedules, %s, which the heading names', (timezone, time, name, text) => {
  const clock = clockIn(timezone)
  const [title, formatColumn] = timeColumn<{ at: string | null }>(clock, { title: 'Queued', readTime: ({ at }) => at })
  expect([title, formatColumn({ at: time }), formatColumn({ at: null })]).toEqual([`Queued (${name})`, text, ''])
})
