import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const timezone = 'America/New_York'
const night = { from: '22:00', to: '07:00' }
const lunch = { from: '12:00', to: '13:30' }

test.each([
  ['before a night', night, '2026-01-15T21:59:59-05:00', undefined],
  ['as a night begins', night, '2026-01-15T22:00:00-05:00', '2026-01-16T07:00:00-05:00'],
  ['after midnight', night, '2026-01-16T03:00:00-05:00', '2026-01-16T07:00:00-05:00'],
  ['as a night ends', night, '2026-01-16T07:00:00-05:00', undefined],
  ['at lunch', lunch, '2026-01-15T12:30:00-05:00', '2026-01-15T13:30:00-05:00'],
  ['after lunch', lunch, '2026-01-15T13:30:00-05:00', undefined],
  ['in the night in which clocks go forward', night, '2026-03-08T01:30:00-05:00', '2026-03-08T07:00:00-04:00'],
  ['in the night in which clocks go back', night, '2026-11-01T01:30:00-05:00', '2026-11-01T07:00:00-05:00'],
])('%s', (_when, quietHours, now, expected) => {
  const until = quietUntil({ quietHours, timezone, now: new Date(now) })
  expect(until?.toISOString()).toBe(expected && new Date(expected).toISOString())
})
