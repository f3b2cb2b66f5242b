import { expect, test } from 'vitest'
import { type CopyState, freshnessCause, freshnessState, isToReport } from './freshness.ts'

const at = (time: string) => new Date(`2026-07-14T${time}:00Z`)
const deadline = { dueFrom: at('06:00'), dueAt: at('07:30') }
const idle: CopyState = {
  verifiedAt: at('02:00'),
  status: 'Success',
  startedAt: at('02:00'),
  isWaitingForQuota: false,
  hasUnfinishedPrerequisites: false,
  isHeld: false,
  nextRunAt: undefined,
}

test.each([
  ['05:59', 'fresh'],
  ['06:00', 'due'],
  ['07:29', 'due'],
  ['07:30', 'late'],
] as const)('at %s a target is %s', (time, state) => {
  expect(freshnessState(deadline, at(time))).toBe(state)
})

test.each<[string, Partial<CopyState>, { due: string | null; late: string | null }]>([
  ['no run is planned', {}, { due: 'no_schedule', late: 'no_schedule' }],
  ['a run is planned in time', { nextRunAt: at('07:00') }, { due: null, late: 'no_schedule' }],
  ['a run is planned too late', { nextRunAt: at('07:30') }, { due: 'no_schedule', late: 'no_schedule' }],
  ['a run is in progress', { status: 'Running' }, { due: null, late: 'in_progress' }],
  ['a run waits its turn', { status: 'Queued' }, { due: null, late: 'in_progress' }],
  [
    'a run waits for quota',
    { status: 'Running', isWaitingForQuota: true },
    { due: 'waiting_for_quota', late: 'waiting_for_quota' },
  ],
  [
    'a run waits for prerequisites',
    { status: 'Queued', hasUnfinishedPrerequisites: true },
    { due: 'prerequisite', late: 'prerequisite' },
  ],
  ['an attempt failed', { status: 'Failed' }, { due: 'failing', late: 'failing' }],
  ['the run failed', { status: 'Error' }, { due: 'failing', late: 'failing' }],
  [
    'the run failed, and the next is in time',
    { status: 'Error', nextRunAt: at('07:00') },
    { due: null, late: 'failing' },
  ],
  ['the run was stopped', { status: 'Stopped' }, { due: 'stopped', late: 'stopped' }],
  [
    'the task is held, whatever is planned',
    { status: 'Warning', isHeld: true, nextRunAt: at('07:00') },
    { due: 'held', late: 'held' },
  ],
  ['a prerequisite failed', { status: 'Warning', startedAt: null }, { due: 'prerequisite', late: 'prerequisite' }],
  [
    'the target did not take the values',
    { status: 'Warning', startedAt: at('05:00') },
    { due: 'failing', late: 'failing' },
  ],
  ['it was copied with a warning', { status: 'Warning' }, { due: 'no_schedule', late: 'no_schedule' }],
])('%s', (_, change, causes) => {
  const copies = { ...idle, ...change }
  const { dueAt } = deadline
  expect(freshnessCause(copies, { state: 'fresh', dueAt })).toBeNull()
  expect(freshnessCause(copies, { state: 'due', dueAt })).toBe(causes.due)
  expect(freshnessCause(copies, { state: 'late', dueAt })).toBe(causes.late)
})

test('people hear of what is late, and a quarter of an hour before of what nothing will copy in time', () => {
  const due = { state: 'due', dueAt: deadline.dueAt } as const
  const toReport = (time: string, about: Parameters<typeof isToReport>[0], status: CopyState['status'] = 'Success') =>
    isToReport(about, { status, now: at(time) })
  expect(toReport('07:30', { ...due, state: 'late', cause: 'in_progress' }, 'Running')).toBe(true)
  expect(toReport('07:15', { ...due, cause: 'held' })).toBe(true)
  expect(toReport('07:14', { ...due, cause: 'held' })).toBe(false)
  expect(toReport('07:15', { ...due, cause: null })).toBe(false)
  expect(toReport('07:15', { ...due, cause: 'waiting_for_quota' }, 'Running')).toBe(false)
})
