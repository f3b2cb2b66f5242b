import { expect, test } from 'vitest'
import { describePause, isPausedAt, parsePauseEnd, schedulesGoOnAfter } from './pause.ts'

const pause = {
  since: new Date('2026-01-15T10:00:00Z'),
  until: new Date('2026-01-19T05:00:00Z'),
  setBy: 'ada@example.com',
}

test.each([
  { at: '2026-01-15T09:59:59Z', isPaused: false },
  { at: '2026-01-15T10:00:00Z', isPaused: true },
  { at: '2026-01-19T04:59:59Z', isPaused: true },
  { at: '2026-01-19T05:00:00Z', isPaused: false },
])('a pause includes its beginning and not its end: $at', ({ at, isPaused }) => {
  expect(isPausedAt(pause, new Date(at))).toBe(isPaused)
})

test('a date ends the pause as it begins in the time zone of the schedules', () => {
  expect(parsePauseEnd('2026-01-19', 'America/New_York').toISOString()).toBe('2026-01-19T05:00:00.000Z')
  expect(parsePauseEnd('2026-01-19T08:00:00+01:00', 'America/New_York').toISOString()).toBe('2026-01-19T07:00:00.000Z')
})

test('a pause is described with its end, its zone and its author', () => {
  expect(describePause(pause, 'America/New_York')).toBe('Paused until 2026-01-19 00:00 EST by ada@example.com')
})

test('schedules go on at the end of a pause, and at once without one', () => {
  const now = new Date('2026-01-16T00:00:00Z')
  expect(schedulesGoOnAfter(pause, now).toISOString()).toBe('2026-01-19T04:59:59.999Z')
  expect(schedulesGoOnAfter(undefined, now)).toBe(now)
  expect(schedulesGoOnAfter(pause, pause.until)).toBe(pause.until)
})
