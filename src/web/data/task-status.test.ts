import { expect, test } from 'vitest'
import { TaskStatus } from '#contract/task-progress.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { asMaybeStarted, asStarted, countStatuses, endsRun, worstStatus, worstStatusByType } from './task-status.ts'

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

test('every status has a rank', () => {
  for (const status of TaskStatus.options) expect(worstStatus([task(1, 'Success'), task(1, status)])).toBe(status)
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

test('a run that has just been started shows no rows of the last one', () => {
  const done = buildTaskReply({ task_status: 'Success', rows_done: 40, rows_total: 40 })
  const noRows = { running_status: true, rows_done: null, rows_total: null }
  expect(asStarted(done)).toMatchObject({ ...noRows, task_status: 'Queued' })
  expect(asMaybeStarted(done)).toMatchObject(noRows)
  const running = buildTaskReply({ running_status: true, task_status: 'Running', rows_done: 4, rows_total: 40 })
  expect(asStarted(running)).toBe(running)
  expect(asMaybeStarted(running)).toBe(running)
})

test('a run has ended once its task is neither in progress nor Stopping', () => {
  const running = { running_status: true, task_status: 'Running' } as const
  const stopping = { running_status: false, task_status: 'Stopping' } as const
  const stopped = { running_status: false, task_status: 'Stopped' } as const
  expect(endsRun(running, stopped)).toBe(true)
  expect(endsRun(stopping, stopped)).toBe(true)
  expect(endsRun(running, stopping)).toBe(false)
  expect(endsRun(stopped, stopped)).toBe(false)
})
