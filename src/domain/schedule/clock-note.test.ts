import { expect, test } from 'vitest'
import { clockNote, nextClockChange } from './clock-note.ts'
import { EVERY_DAY } from './schedule-rule.ts'

const now = new Date('2026-01-15T00:00:00Z')
const findNote = (times: string[], timezone: string) => {
  const next = nextClockChange({ ...EVERY_DAY, times }, { now, timezone })
  return next && clockNote(next)
}

test.each([
  { times: ['02:30'], timezone: 'Europe/Berlin', note: 'runs at 03:30: 02:30 does not exist on Mar 29' },
  {
    times: ['02:30', '03:30'],
    timezone: 'Europe/Berlin',
    note: 'skipped on Mar 29: 02:30 does not exist, and it runs at 03:30 anyway',
  },
  { times: ['01:30'], timezone: 'America/New_York', note: 'runs once although 01:30 occurs twice' },
  { times: ['04:00'], timezone: 'America/New_York', note: undefined },
  { times: ['02:30'], timezone: 'UTC', note: undefined },
])('the next change of the clocks for $times in $timezone: $note', ({ times, timezone, note }) => {
  expect(findNote(times, timezone)).toBe(note)
})
