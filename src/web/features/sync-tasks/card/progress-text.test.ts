import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { actionNeeded, percentDone, progressText } from './progress-text.ts'

const idle = {
  ...buildTaskReply({}),
  running_status: false,
  task_status: 'Success',
  rows_done: null,
  rows_total: null,
  seconds_left: null,
  waiting_for: null,
  scheduled_times: ['04:00', '23:00'],
} as const

const task = (change: Partial<Parameters<typeof progressText>[0]>) => ({ ...idle, scheduled_times: [], ...change })

test('a running task shows its rows and the time left', () => {
  const running = task({ running_status: true, task_status: 'Running', rows_done: 6000, rows_total: 19_000 })
  expect(progressText(running)).toBe('6,000 of 19,000 rows')
  expect(progressText({ ...running, seconds_left: 74 })).toBe('6,000 of 19,000 rows, 1m 14s left')
  expect(progressText({ ...running, rows_done: 1, rows_total: 1 })).toBe('1 of 1 row')
  expect(progressText({ ...running, rows_done: 1, rows_total: null })).toBe('1 row')
  expect(percentDone(running)).toBe(31)
})

test("a waiting task shows the server's reason", () => {
  const waiting = task({
    running_status: true,
    task_status: 'Queued',
    waiting_for: 'Waiting for 3 prerequisites in Masters',
  })
  expect(progressText(waiting)).toBe('Waiting for 3 prerequisites in Masters')
  expect(percentDone(waiting)).toBeUndefined()
})

test('a failed attempt shows that it will be retried', () => {
  expect(progressText(task({ running_status: true, task_status: 'Failed' }))).toBe('Will retry automatically')
})

const ended = {
  is_active: true,
  running_status: false,
  task_status: 'Success',
  can_copy_anyway: false,
  hold: null,
  not_run_because: null,
} as const

test.each([
  [{ task_status: 'Error' }, 'Action needed: fix the error in the log, then run again'],
  [{ task_status: 'Warning' }, 'Action needed: check the warning in the log'],
  [{ task_status: 'Warning', can_copy_anyway: true }, 'Action needed: see why it is held, and decide'],
] as const)('a run that ended with %j needs action', (change, text) => {
  expect(actionNeeded({ ...ended, ...change })).toBe(text)
})

test('a held task names the reason with its number, and how many more there are', () => {
  const rule = (reason: string) => ({ cause: 'source_shrank', reason, fix: null, facts: {} })
  const hold = { id: 1, since: '2026-03-02T04:00:00Z', accepted_at: null, accepted_by: null }
  const held = { ...ended, task_status: 'Warning', can_copy_anyway: true } as const
  const shrank = rule('The source shrank from 120 rows to 3 rows.')
  expect(actionNeeded({ ...held, hold: { ...hold, rules: [shrank] } })).toBe(
    'Held: The source shrank from 120 rows to 3 rows.',
  )
  expect(actionNeeded({ ...held, hold: { ...hold, rules: [shrank, rule('The columns changed.')] } })).toBe(
    'Held: The source shrank from 120 rows to 3 rows. (1 of 2 reasons)',
  )
})

test('a task that did not run names the one that kept it from running', () => {
  const stopper = { id: 7, name: 'Ledger 1', task_type_name: 'Masters' }
  expect(actionNeeded({ ...ended, task_status: 'Warning', not_run_because: stopper })).toBe(
    'Not run because of Ledger 1 (Masters)',
  )
})

test.each([
  { task_status: 'Success' },
  { task_status: 'Stopped' },
  { task_status: 'Failed', running_status: true },
  { task_status: 'Error', running_status: true },
  { task_status: 'Error', is_active: false },
] as const)('no action is needed with %j', (change) => {
  expect(actionNeeded({ ...ended, ...change })).toBeUndefined()
})

test('an idle task shows its schedule', () => {
  expect(progressText({ ...idle, scheduled_times: ['04:00', '23:00'] })).toBe('Daily at 04:00, 23:00')
  expect(progressText(task({ scheduled_times: ['04:00'], schedule_days: ['Mon', 'Fri'] }))).toBe('Mon, Fri at 04:00')
  expect(progressText(task({ every_minutes: 15 }))).toBe('Every 15 min')
  expect(progressText(task({}))).toBe('No schedule')
})

test('progress is capped at 100 % when the source shrinks', () => {
  expect(percentDone({ rows_done: 30, rows_total: 20 })).toBe(100)
  expect(percentDone({ rows_done: 0, rows_total: 0 })).toBeUndefined()
})
