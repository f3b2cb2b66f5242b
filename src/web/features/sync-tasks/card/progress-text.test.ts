import { expect, test } from 'vitest'
import { needText, percentDone, progressText } from './progress-text.ts'

const idle = {
  running_status: false,
  task_status: 'Success',
  rows_done: null,
  rows_total: null,
  seconds_left: null,
  waiting_for: null,
  scheduled_times: ['04:00', '23:00'],
} as const

const task = (change: Partial<Parameters<typeof progressText>[0]>) => ({ ...idle, scheduled_times: [], ...change })

test('a running task tells its rows and the time left', () => {
  const running = task({ running_status: true, task_status: 'Running', rows_done: 6000, rows_total: 19_000 })
  expect(progressText(running)).toBe('6,000 of 19,000 rows')
  expect(progressText({ ...running, seconds_left: 74 })).toBe('6,000 of 19,000 rows, 1m 14s left')
  expect(percentDone(running)).toBe(31)
})

test('a waiting task says why, in the words of the server', () => {
  const waiting = task({
    running_status: true,
    task_status: 'Queued',
    waiting_for: 'Waiting for 3 prerequisites in Masters',
  })
  expect(progressText(waiting)).toBe('Waiting for 3 prerequisites in Masters')
  expect(percentDone(waiting)).toBeUndefined()
})

test('a failed attempt is told apart from a failed run', () => {
  expect(progressText(task({ running_status: true, task_status: 'Failed' }))).toBe('Will try again by itself')
})

const ended = { is_active: true, running_status: false, task_status: 'Success', can_copy_anyway: false } as const

test.each([
  [{ task_status: 'Error' }, 'Needs you: mend what the log says, then run it'],
  [{ task_status: 'Warning' }, 'Needs you: the log says what to mend'],
  [{ task_status: 'Warning', can_copy_anyway: true }, 'Needs you: check the source, then Copy anyway'],
] as const)('a run that ended as %j asks for someone', (change, words) => {
  expect(needText({ ...ended, ...change })).toBe(words)
})

test.each([
  { task_status: 'Success' },
  { task_status: 'Stopped' },
  { task_status: 'Failed', running_status: true },
  { task_status: 'Error', running_status: true },
  { task_status: 'Error', is_active: false },
] as const)('nobody is needed where it is %j', (change) => {
  expect(needText({ ...ended, ...change })).toBeUndefined()
})

test('an idle task tells its schedule', () => {
  expect(progressText({ ...idle, scheduled_times: ['04:00', '23:00'] })).toBe('Daily at 04:00, 23:00')
  expect(progressText(task({}))).toBe('No schedule')
})

test('a source that has shrunk below what was read never shows more than all of it', () => {
  expect(percentDone({ rows_done: 30, rows_total: 20 })).toBe(100)
  expect(percentDone({ rows_done: 0, rows_total: 0 })).toBeUndefined()
})
