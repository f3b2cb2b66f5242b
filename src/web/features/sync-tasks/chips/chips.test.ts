import { expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task-progress.ts'
import { chipsOf, hasChips } from './chips.ts'

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
  expect(chipsOf(progress, { held: 1, not_run: 1, other: 0 }).map(({ label, count }) => `${label} ${count}`)).toEqual([
    'Errors 2',
    'Failed 1',
    'Held 1',
    'Not run 1',
    'In Progress 1',
    'Queued 2',
  ])
})

test('a reason filters the tasks in Warning', () => {
  expect(chipsOf([], { held: 0, not_run: 100, other: 0 })).toEqual([
    { label: 'Not run', status: 'Warning', warning: 'not_run', count: 100 },
  ])
})

test('there are none while all tasks have succeeded, are stopped or wait for their first run', () => {
  const quiet = inStatuses('Success', 'Stopped', 'Pending', 'Stopping')
  expect(hasChips(quiet)).toBe(false)
  expect(chipsOf(quiet, NO_WARNINGS)).toEqual([])
  expect(hasChips(inStatuses('Success', 'Warning'))).toBe(true)
})
