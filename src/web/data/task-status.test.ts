import { expect, test } from 'vitest'
import type { Run } from '#contract/run.ts'
import { RunStatus, TaskStatus } from '#contract/task.ts'
import { countStatuses, mostSevere, worstStatus, worstStatusByType } from './task-status.ts'

const inStatus = (...statuses: TaskStatus[]) => statuses.map((task_status) => ({ task_status }))
const task = (sync_task_type_id: number, task_status: TaskStatus) => ({ sync_task_type_id, task_status })

test('a type has the worst status of its tasks', () => {
  const tasks = [task(1, 'Success'), task(1, 'Error'), task(1, 'Running'), task(2, 'Success')]
  expect([...worstStatusByType(tasks)]).toEqual([
    [1, 'Error'],
    [2, 'Success'],
  ])
})

test('work in progress outranks finished work, and a warning outranks a success', () => {
  expect(worstStatus([task(1, 'Success'), task(1, 'Queued'), task(1, 'Pending')])).toBe('Queued')
  expect(worstStatus([task(1, 'Success'), task(1, 'Warning')])).toBe('Warning')
})

test('of several runs the most severe counts, and the last one if they are equally severe', () => {
  const run = (id: number, status: Run['status']) => ({ id, status })
  expect(mostSevere([run(1, 'Success'), run(2, 'Warning'), run(3, 'Warning'), run(4, 'Running')]).id).toBe(3)
})

test('every status has a rank', () => {
  for (const status of TaskStatus.options) expect(worstStatus([task(1, 'Success'), task(1, status)])).toBe(status)
  for (const status of RunStatus.options) expect(mostSevere([{ status }, { status: 'Error' }]).status).toBe('Error')
})

test('no tasks have no status', () => {
  expect(worstStatus([])).toBeUndefined()
})

test('counts are ordered error, failed, running, success, pending, then alphabetically', () => {
  const counts = countStatuses(inStatus(...TaskStatus.options))
  expect(counts.map(({ status }) => status)).toEqual([
    'Error',
    'Failed',
    'Running',
    'Success',
    'Pending',
    'Queued',
    'Stopped',
    'Stopping',
    'Warning',
  ])
})

test('tasks are counted by status', () => {
  expect(countStatuses(inStatus('Success', 'Queued', 'Success'))).toEqual([
    { status: 'Success', count: 2 },
    { status: 'Queued', count: 1 },
  ])
})
