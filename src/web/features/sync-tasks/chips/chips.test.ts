import { expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task-progress.ts'
import { chipsOf, hasChips } from './chips.ts'

const NONE_LATE = { late: 0, due: 0 }
const NO_WARNINGS = { held: 0, not_run: 0, other: 0 }
const inStatuses = (...statuses: TaskStatus[]) => statuses.map((task_status) => ({ task_status }))

test('chips count the states in which tasks are, the most urgent first', () => {
  const progress = inStatuses(
    'Queued',
    'Running',
    'Error',
    'Success',
    'Queued',
    'Failed',
    'Warning',
    'Warning',
    'Error',
  )
  expect(
    chipsOf(progress, { warnings: { held: 1, not_run: 1, other: 0 }, targets: { late: 3, due: 0 } }).map(
      ({ label, count }) => `${label} ${count}`,
    ),
  ).toEqual(['Errors 2', 'Failed 1', 'Held 1', 'Not run 1', 'Late 3', 'In Progress 1', 'Queued 2'])
})

test('a reason filters the tasks in Warning', () => {
  expect(chipsOf([], { warnings: { held: 0, not_run: 100, other: 0 }, targets: NONE_LATE })).toEqual([
    { label: 'Not run', status: 'Warning', warning: 'not_run', freshness: undefined, count: 100 },
  ])
})

test('there are none while all tasks have succeeded, are stopped or wait for their first run', () => {
  const quiet = inStatuses('Success', 'Stopped', 'Pending', 'Stopping')
  expect(hasChips(quiet, [])).toBe(false)
  expect(chipsOf(quiet, { warnings: NO_WARNINGS, targets: NONE_LATE })).toEqual([])
  expect(hasChips(inStatuses('Success', 'Warning'), [])).toBe(true)
  const late = { state: 'late', seen_equal_at: null, due_at: '2026-01-15T09:00:00Z', cause: null } as const
  expect(hasChips(quiet, [{ freshness: late }])).toBe(true)
})
