import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task-progress.ts'
import { countStoppable } from './count-stoppable.ts'
import {
  deleteAllBlockedReason,
  emptyListReason,
  runAllBlockedReason,
  stopAllBlockedReason,
  toggleAllNote,
  toggleAllTarget,
} from './list-rules.ts'
import { describeToggle } from './set-all-active.ts'

const RUNNING: TaskStatus[] = ['Running', 'Queued', 'Failed', 'Stopping']
const buildList = (...statuses: TaskStatus[]) => ({
  isAllRunning: false,
  tasks: statuses.map((task_status) => ({ task_status, running_status: RUNNING.includes(task_status) })),
})

describe('Toggle All', () => {
  test('activates exactly when at most half of the tasks are active', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (active, inactive) => {
        const tasks = [...Array(active).fill({ is_active: true }), ...Array(inactive).fill({ is_active: false })]
        expect(toggleAllTarget(tasks)).toBe(active <= inactive)
      }),
    )
  })

  test('says what it did, also to tasks that a filter hides, and to the runs of tonight', () => {
    const toggled = { isActive: false, total: 1000, matching: 6, runsTonight: 134 }
    expect(describeToggle(toggled)).toBe(
      '1,000 tasks are inactive, 994 of them hidden by filters; 134 runs tonight will not happen.',
    )
    expect(describeToggle({ isActive: true, total: 1, matching: 1, runsTonight: 1 })).toBe(
      '1 task is active; 1 run tonight will happen.',
    )
    expect(describeToggle({ ...toggled, matching: 1000, runsTonight: 0 })).toBe('1,000 tasks are inactive.')
    expect(toggleAllNote(toggled)).toBe('Acts on all 1,000 tasks, also on the 994 hidden by filters')
    expect(toggleAllNote({ total: 6, matching: 6 })).toBeUndefined()
  })
})

test('Run All is blocked while all tasks or any task is running', () => {
  expect(runAllBlockedReason(buildList('Success', 'Pending'))).toBeUndefined()
  expect(runAllBlockedReason(buildList('Success', 'Queued'))).toBeDefined()
  expect(runAllBlockedReason({ ...buildList('Success'), isAllRunning: true })).toBeDefined()
  expect(runAllBlockedReason(buildList())).toBe('No tasks available')
})

test('Stop All is blocked when nothing is running, queued or failed', () => {
  expect(stopAllBlockedReason(buildList('Success', 'Stopping', 'Error'))).toBe('No running or queued tasks to stop')
  for (const status of ['Running', 'Queued', 'Failed'] as const)
    expect(stopAllBlockedReason(buildList(status))).toBeUndefined()
})

test('Delete All is blocked while a task is running and when there are no tasks', () => {
  expect(deleteAllBlockedReason(buildList('Success', 'Running'))).toBe('Cannot delete while tasks are running')
  expect(deleteAllBlockedReason(buildList())).toBe('No tasks to delete')
  expect(deleteAllBlockedReason(buildList('Success', 'Error'))).toBeUndefined()
})

test('Toggle All and Reset Status are blocked when there are no tasks', () => {
  expect(emptyListReason(buildList())).toBe('No tasks available')
  expect(emptyListReason(buildList('Pending'))).toBeUndefined()
})

test('Stop All counts running and queued tasks and those waiting for a retry', () => {
  expect(countStoppable(buildList('Running', 'Queued', 'Queued', 'Failed', 'Success').tasks)).toEqual({
    running: 1,
    queued: 2,
    failed: 1,
    total: 4,
  })
})
