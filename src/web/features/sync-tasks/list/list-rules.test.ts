import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task.ts'
import {
  countStoppable,
  deleteAllRefusal,
  emptyRefusal,
  runAllRefusal,
  stopAllRefusal,
  toggleAllTarget,
} from './list-rules.ts'

const RUNNING: TaskStatus[] = ['Running', 'Queued', 'Failed', 'Stopping']
const listOf = (...statuses: TaskStatus[]) => ({
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
})

test('Run All is refused while all are running or any task is', () => {
  expect(runAllRefusal(listOf('Success', 'Pending'))).toBeUndefined()
  expect(runAllRefusal(listOf('Success', 'Queued'))).toBeDefined()
  expect(runAllRefusal({ ...listOf('Success'), isAllRunning: true })).toBeDefined()
  expect(runAllRefusal(listOf())).toBe('No tasks available')
})

test('Stop All is refused when nothing is running, queued or failed', () => {
  expect(stopAllRefusal(listOf('Success', 'Stopping', 'Error'))).toBe('No running or queued tasks to stop')
  for (const status of ['Running', 'Queued', 'Failed'] as const) expect(stopAllRefusal(listOf(status))).toBeUndefined()
})

test('Delete All is refused while a task is running and when there is none', () => {
  expect(deleteAllRefusal(listOf('Success', 'Running'))).toBe('Cannot delete while tasks are running')
  expect(deleteAllRefusal(listOf())).toBe('No tasks to delete')
  expect(deleteAllRefusal(listOf('Success', 'Error'))).toBeUndefined()
})

test('an empty list has nothing to toggle or reset', () => {
  expect(emptyRefusal(listOf())).toBe('No tasks available')
  expect(emptyRefusal(listOf('Pending'))).toBeUndefined()
})

test('Stop All counts what is running, queued and waiting to try again', () => {
  expect(countStoppable(listOf('Running', 'Queued', 'Queued', 'Failed', 'Success').tasks)).toEqual({
    running: 1,
    queued: 2,
    failed: 1,
    total: 4,
  })
})
