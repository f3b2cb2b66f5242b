import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { allProgress } from './all-progress.ts'

const task = buildTaskReply({ id: 1, sync_task_type_id: 4, is_active: false, task_status: 'Queued' })

test('what the status leaves out is taken from the tasks on the page', () => {
  expect(allProgress({ 1: { task_status: 'Success' } }, [task])).toMatchObject([
    { sync_task_type_id: 4, is_active: false, task_status: 'Success' },
  ])
})

test('a task of another page is active and pending, as far as the status does not say', () => {
  expect(allProgress({ 2: { running_status: true } }, [])).toMatchObject([
    { sync_task_type_id: 0, is_active: true, running_status: true, task_status: 'Pending' },
  ])
})

test('the tasks on the page count also without a status', () => {
  expect(allProgress({}, [task])).toEqual([task])
  expect(allProgress(undefined, [task])).toEqual([task])
})
