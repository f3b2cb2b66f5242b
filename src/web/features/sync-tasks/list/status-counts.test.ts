import { expect, test } from 'vitest'
import { TaskStatus } from '#contract/task.ts'
import { countStatuses, summarizeStatuses } from './status-counts.ts'

const inStatus = (...statuses: TaskStatus[]) => statuses.map((task_status) => ({ task_status }))

test('statuses are counted error, failed, running, success, pending first, then by the alphabet', () => {
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

test('each status carries the number of its tasks', () => {
  expect(countStatuses(inStatus('Success', 'Queued', 'Success'))).toEqual([
    { status: 'Success', count: 2 },
    { status: 'Queued', count: 1 },
  ])
})

test('the head shows three counts and says when there are more than five statuses', () => {
  const five = summarizeStatuses(inStatus('Error', 'Failed', 'Running', 'Success', 'Pending'))
  expect(five.shown.map(({ status }) => status)).toEqual(['Error', 'Failed', 'Running'])
  expect(five.hasManyMore).toBe(false)
  const six = summarizeStatuses(inStatus('Error', 'Failed', 'Running', 'Success', 'Pending', 'Stopped'))
  expect(six.hasManyMore).toBe(true)
})
