import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RepositionAction, TaskStatus } from '#contract/task.ts'
import {
  countStoppable,
  deleteAllRefusal,
  emptyRefusal,
  movesBack,
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

interface Walk {
  place: number
  last: number
  moves: readonly RepositionAction[]
}

const MADE: RepositionAction[] = ['front', 'back', 'up', 'down']
const aMove = fc
  .record({ last: fc.integer({ min: 1, max: 60 }), made: fc.constantFrom(...MADE) })
  .chain(({ last, made }) =>
    fc.record({ last: fc.constant(last), made: fc.constant(made), home: fc.integer({ min: 1, max: last }) }),
  )

test('the moves back end where the task stood', () => {
  fc.assert(
    fc.property(aMove, ({ last, made, home }) => {
      const moved = walk({ place: home, last, moves: [made] })
      fc.pre(moved !== home)
      const moves = movesBack({ current_position: home, total_tasks_of_type: last }, made)
      expect(walk({ place: moved, last, moves })).toBe(home)
      expect(moves.length).toBeLessThanOrEqual(Math.floor(last / 2) + 1)
    }),
  )
})

test('a task pushed to the top from the end goes back in one move', () => {
  expect(movesBack({ current_position: 400, total_tasks_of_type: 400 }, 'front')).toEqual(['back'])
})

function walk({ place, last, moves }: Walk): number {
  let now = place
  for (const move of moves) {
    if (move === 'front') now = 1
    else if (move === 'back') now = last
    else now = Math.min(last, Math.max(1, now + (move === 'up' ? -1 : 1)))
  }
  return now
}
