import { expect, test } from 'vitest'
import type { Run } from '#contract/run.ts'
import type { Task } from '#contract/task.ts'
import { buildRunReply } from '#tests/support/build-run-reply.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { stateText } from './state-text.ts'

const NOW = '2026-03-10T12:00:00.000Z'
const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()

function run(fields: Partial<Run>): Run {
  const [queuedAt, endedAt] = [minutesAgo(4), minutesAgo(3)]
  return buildRunReply({
    ...{ queued_at: queuedAt, started_at: queuedAt, ended_at: endedAt, elapsed_seconds: 60, cells_changed: 0 },
    ...fields,
  })
}

const copied: Partial<Task> = { task_status: 'Success', last_successful_run: minutesAgo(3) }
const copiedBefore: Partial<Task> = { last_successful_run: minutesAgo(180) }
const hold = { id: 1, rules: [], since: minutesAgo(3), accepted_at: null, accepted_by: null }

test.each<[string, Partial<Task>, Partial<Run> | undefined]>([
  ['Up to date, copied 3m ago, 2 cells changed', copied, { cells_changed: 2 }],
  ['Up to date, copied 3m ago, 1 cell changed, 4 cells moved', copied, { cells_changed: 1, cells_moved: 4 }],
  ['Up to date, copied 3m ago, no cells changed', copied, {}],
  ['Up to date, copied 3m ago', copied, undefined],
  ['Up to date, unchanged, skipped 3m ago', { ...copied, was_skipped: true }, { is_skipped: true }],
  ['Inactive: up to date, copied 3m ago', { ...copied, is_active: false }, undefined],
  ['Undone 3m ago, last copied 3h ago', { ...copiedBefore, task_status: 'Success' }, { cells_changed: 2 }],
  ['Never copied', {}, undefined],
  ['Pending, last copied 3h ago', copiedBefore, { status: 'Error' }],
  ['Error 3m ago, never copied', { task_status: 'Error' }, { status: 'Error' }],
  [
    'Error 3m ago after 3 attempts, last copied 3h ago',
    { ...copiedBefore, task_status: 'Error' },
    { status: 'Error', attempts_count: 3 },
  ],
  [
    'Failed, another attempt follows: retrying in 5 s',
    { running_status: true, task_status: 'Failed', waiting_for: 'Retrying in 5 s' },
    { status: 'Failed', ended_at: null },
  ],
  ['In progress: starting', { running_status: true, task_status: 'Running' }, { ended_at: null }],
  [
    'In progress: 40 of 80 rows, 5s left',
    { running_status: true, task_status: 'Running', rows_done: 40, rows_total: 80, seconds_left: 5 },
    { ended_at: null },
  ],
  [
    'Queued: waiting for Masters to end',
    { running_status: true, task_status: 'Queued', waiting_for: 'Waiting for Masters to end' },
    { ended_at: null },
  ],
  ['Stopping', { task_status: 'Stopping' }, { ended_at: null }],
  ['Stopped 3m ago, never copied', { task_status: 'Stopped' }, { status: 'Stopped' }],
  ['Held 3m ago, last copied 3h ago', { ...copiedBefore, task_status: 'Warning', hold }, { status: 'Warning' }],
  [
    'Warning: did not run 3m ago, last copied 3h ago',
    { ...copiedBefore, task_status: 'Warning' },
    { status: 'Warning', started_at: null },
  ],
])('%s', (text, task, last) => {
  const known = { task: buildTaskReply(task), last: last && run(last), nowMs: Date.parse(NOW) }
  expect(stateText(known)).toBe(text)
})
