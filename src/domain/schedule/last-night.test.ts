import { expect, test } from 'vitest'
import { lastNight, tonight } from './last-night.ts'

const NEW_YORK = 'America/New_York'

test.each([
  { when: 'at noon', now: '2026-11-21T17:00:00Z', from: '2026-11-20T23:00:00Z', to: '2026-11-21T13:00:00Z' },
  {
    when: 'late in the evening',
    now: '2026-11-22T04:30:00Z',
    from: '2026-11-20T23:00:00Z',
    to: '2026-11-21T13:00:00Z',
  },
  { when: 'before the morning', now: '2026-11-21T09:00:00Z', from: '2026-11-20T23:00:00Z', to: '2026-11-21T09:00:00Z' },
  {
    when: 'after the clock went back',
    now: '2026-11-01T18:00:00Z',
    from: '2026-10-31T22:00:00Z',
    to: '2026-11-01T13:00:00Z',
  },
])('$when, last night is from 18:00 to 08:00 in the time zone, or until now', ({ now, from, to }) => {
  expect(lastNight({ now: new Date(now), timezone: NEW_YORK })).toEqual({ from: new Date(from), to: new Date(to) })
})

test.each([
  { now: '2026-11-21T17:00:00Z', from: '2026-11-21T23:00:00Z', to: '2026-11-22T13:00:00Z' },
  { now: '2026-11-22T04:30:00Z', from: '2026-11-22T04:30:00Z', to: '2026-11-22T13:00:00Z' },
  { now: '2026-11-22T09:00:00Z', from: '2026-11-22T09:00:00Z', to: '2026-11-22T13:00:00Z' },
])('at $now, tonight is the night that comes, or the rest of the one that lasts', ({ now, from, to }) => {
  expect(tonight({ now: new Date(now), timezone: NEW_YORK })).toEqual({ from: new Date(from), to: new Date(to) })
})
