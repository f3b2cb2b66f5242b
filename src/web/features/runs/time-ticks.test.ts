import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { timeTicks } from './time-ticks.ts'

const labels = (to: string, { hours, ...rest }: { hours: number; stepMinutes: number; timezone: string }) => {
  const toMs = Date.parse(to)
  return timeTicks({ fromMs: toMs - hours * HOUR_MS, toMs, ...rest }).map(({ label }) => label)
}

test.each([
  { hours: 6, stepMinutes: 60, timezone: 'America/New_York', shown: ['07:00', '08:00', '09:00', '10:00', '11:00'] },
  {
    hours: 6,
    stepMinutes: 60,
    timezone: 'Asia/Kolkata',
    shown: ['17:00', '18:00', '19:00', '20:00', '21:00', '22:00'],
  },
  { hours: 1, stepMinutes: 15, timezone: 'UTC', shown: ['16:15', '16:30', '16:45'] },
  {
    hours: 168,
    stepMinutes: 1440,
    timezone: 'UTC',
    shown: ['Sun 15', 'Mon 16', 'Tue 17', 'Wed 18', 'Thu 19', 'Fri 20', 'Sat 21'],
  },
])('ticks of $hours h in $timezone: $shown', ({ shown, ...axis }) => {
  expect(labels('2026-11-21T17:00:00Z', axis)).toEqual(shown)
})

test('repeats an hour when daylight saving time ends', () => {
  expect(labels('2026-11-01T09:00:00Z', { hours: 6, stepMinutes: 60, timezone: 'America/New_York' })).toEqual([
    '00:00',
    '01:00',
    '01:00',
    '02:00',
    '03:00',
  ])
})

test('a tick is positioned at its time', () => {
  const toMs = Date.parse('2026-11-21T17:00:00Z')
  const [first] = timeTicks({ fromMs: toMs - 4 * HOUR_MS, toMs, stepMinutes: 60, timezone: 'UTC' })
  expect(first).toEqual({ atMs: toMs - 3 * HOUR_MS, percent: 25, label: '14:00' })
})
