import { expect, test } from 'vitest'
import { describeScheduleEvent } from './describe-event.ts'

const dueAt = new Date('2026-01-15T09:00:00Z')
const event = {
  time: '04:00',
  dueAt,
  notedAt: new Date('2026-01-15T11:05:00Z'),
  isRunAll: false,
  everyMinutes: null,
  times: 1,
}

test.each([
  [{ kind: 'late', reason: 'no_server' }, 'Ran 2 h 5 min late: no server was running at 04:00.'],
  [
    { kind: 'missed', reason: 'no_server' },
    'Not run: no server was running at 04:00, and it was noticed 2 h 5 min later.',
  ],
  [
    { kind: 'missed', reason: 'no_server', notedAt: new Date('2026-01-15T09:00:40Z') },
    'Not run: no server was running at 04:00, and it was noticed 40 s later.',
  ],
  [{ kind: 'skipped', reason: 'in_progress' }, 'Skipped: the previous run was still in progress.'],
  [{ kind: 'skipped', reason: 'in_progress', isRunAll: true }, 'Skipped: the previous Run All was still in progress.'],
  [{ kind: 'skipped', reason: 'holiday' }, 'Skipped: a holiday of the schedule.'],
  [
    { kind: 'skipped', reason: 'clock_change', time: '02:30' },
    'Skipped: the clocks skipped 02:30 that day, and another time of the schedule ran at that moment.',
  ],
  [
    { kind: 'late', reason: 'no_server', everyMinutes: 15, times: 8 },
    'Ran once after 2 h 5 min without a server, however often it was due.',
  ],
  [
    { kind: 'missed', reason: 'no_server', everyMinutes: 15, times: 8 },
    'Not run: no server was running for 2 h 5 min, until after the hours of the interval.',
  ],
  [
    { kind: 'skipped', reason: 'in_progress', everyMinutes: 15, times: 8 },
    'Skipped 8 times in 2 h 5 min: the previous run was still in progress.',
  ],
  [
    { kind: 'skipped', reason: 'held', everyMinutes: 15 },
    'Skipped: it waits for a decision, and its source has not changed.',
  ],
] as const)('%o: %s', (given, text) => {
  expect(describeScheduleEvent({ ...event, ...given })).toBe(text)
})
