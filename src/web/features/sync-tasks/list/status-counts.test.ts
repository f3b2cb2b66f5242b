import { expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task-progress.ts'
import { summarizeStatuses } from './status-counts.ts'

const inStatus = (...statuses: TaskStatus[]) => statuses.map((task_status) => ({ task_status }))

test('shows three counts, and an ellipsis for more than five statuses', () => {
  const five = summarizeStatuses(inStatus('Error', 'Failed', 'Running', 'Success', 'Pending'))
  expect(five.shown.map(({ status }) => status)).toEqual(['Error', 'Failed', 'Running'])
  expect(five.hasManyMore).toBe(false)
  const six = summarizeStatuses(inStatus('Error', 'Failed', 'Running', 'Success', 'Pending', 'Stopped'))
  expect(six.hasManyMore).toBe(true)
})
