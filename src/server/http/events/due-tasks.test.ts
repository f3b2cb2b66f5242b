import { expect, test } from 'vitest'
import { createDueTasks } from './due-tasks.ts'

function create() {
  const clock = { nowMs: 0 }
  return { clock, due: createDueTasks(() => clock.nowMs) }
}
const RUNNING = { task_status: 'Running' } as const
const ENDED = { task_status: 'Success' } as const

test('what people change comes first, then runs that have ended, then those that have started', () => {
  const { due } = create()
  due.addRan(1, RUNNING)
  due.addRan(2, ENDED)
  due.addEdited(3)
  expect(due.take(2)).toEqual({ edited: [3], ran: [2] })
  expect(due.take(2)).toEqual({ edited: [], ran: [1] })
  expect(due.size).toBe(0)
})

test('a task that changes again before it is taken is taken once', () => {
  const { due } = create()
  due.addRan(1, RUNNING)
  due.addRan(1, ENDED)
  due.addEdited(1)
  expect(due.take(10)).toEqual({ edited: [1], ran: [] })
  expect(due.size).toBe(0)
})

test('a run in progress is due every ten seconds, and when it ends', () => {
  const { due, clock } = create()
  due.addRan(1, RUNNING)
  due.take(1)
  clock.nowMs = 9_999
  due.addRan(1, RUNNING)
  expect(due.size).toBe(0)
  clock.nowMs = 10_000
  due.addRan(1, RUNNING)
  expect(due.take(1).ran).toEqual([1])
  due.addRan(1, ENDED)
  due.addRan(2, RUNNING)
  expect(due.take(1).ran).toEqual([1])
})
