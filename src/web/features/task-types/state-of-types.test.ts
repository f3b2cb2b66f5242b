import { expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task.ts'
import { stateOfTypes } from './state-of-types.ts'

const task = (sync_task_type_id: number, task_status: TaskStatus) => ({ sync_task_type_id, task_status })

test('a type is as well as the task of it that is worst off', () => {
  const states = stateOfTypes([task(1, 'Success'), task(1, 'Error'), task(1, 'Running'), task(2, 'Success')])
  expect([...states]).toEqual([
    [1, 'Error'],
    [2, 'Success'],
  ])
})

test('work in progress is seen before work that is done', () => {
  expect(stateOfTypes([task(1, 'Success'), task(1, 'Queued'), task(1, 'Pending')]).get(1)).toBe('Queued')
})

test('a type without tasks has no state', () => {
  expect(stateOfTypes([]).get(1)).toBeUndefined()
})
