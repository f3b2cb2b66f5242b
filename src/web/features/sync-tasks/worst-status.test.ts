import { expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task.ts'
import { worstStatus, worstStatusByType } from './worst-status.ts'

const task = (sync_task_type_id: number, task_status: TaskStatus) => ({ sync_task_type_id, task_status })

test('a type is as well as the task of it that is worst off', () => {
  const tasks = [task(1, 'Success'), task(1, 'Error'), task(1, 'Running'), task(2, 'Success')]
  expect([...worstStatusByType(tasks)]).toEqual([
    [1, 'Error'],
    [2, 'Success'],
  ])
})

test('work in progress is seen before work that is done, and what wants an eye before a success', () => {
  expect(worstStatus([task(1, 'Success'), task(1, 'Queued'), task(1, 'Pending')])).toBe('Queued')
  expect(worstStatus([task(1, 'Success'), task(1, 'Warning')])).toBe('Warning')
})

test('no tasks have no state', () => {
  expect(worstStatus([])).toBeUndefined()
})
