import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TaskProgress } from '#contract/task.ts'
import type { TaskLog } from '#contract/task-log.ts'
import { aTaskReply } from '#tests/support/a-task-reply.ts'
import { keyOf } from '../lib/route-query.ts'
import { applyPushEvent, endsARun } from './apply-push-event.ts'
import { taskListQuery, taskQuery, taskStatusQuery } from './tasks.ts'

const RUNNING: TaskProgress = {
  sync_task_type_id: 1,
  is_active: true,
  running_status: true,
  task_status: 'Running',
  rows_done: 10,
  rows_total: 20,
  seconds_left: 3,
  waiting_for: null,
  prerequisites_count: 0,
}
const lineOf = (id: number): TaskLog => ({
  id,
  level: 'INFO',
  message: `line ${id}`,
  timestamp: '2026-11-21T17:00:00.000Z',
  formatted_timestamp: '2026-11-21 12:00:00',
})

let client: QueryClient
const listKey = taskListQuery(1).queryKey
const shownTasks = () => client.getQueryData(listKey)?.syncTasks ?? []

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(listKey, { syncTasks: [aTaskReply({ id: 1 }), aTaskReply({ id: 2 })], totalPages: 1, total: 2 })
})

describe('progress', () => {
  test('reaches the list, the single task and the states of all', () => {
    client.setQueryData(taskQuery(1).queryKey, aTaskReply({ id: 1 }))
    client.setQueryData(taskStatusQuery().queryKey, { all_running_status: {}, all_running: false })
    applyPushEvent(client, { kind: 'progress', tasks: { 1: RUNNING }, all_running: true })
    expect(shownTasks()[0]).toMatchObject(RUNNING)
    expect(client.getQueryData(taskQuery(1).queryKey)).toMatchObject(RUNNING)
    expect(client.getQueryData(taskStatusQuery().queryKey)).toEqual({
      all_running_status: { 1: RUNNING },
      all_running: true,
    })
  })

  test('leaves tasks that it does not name as they were, so that their cards are not drawn again', () => {
    const before = shownTasks()[1]
    applyPushEvent(client, { kind: 'progress', tasks: { 1: RUNNING }, all_running: false })
    expect(shownTasks()[1]).toBe(before)
  })

  test('of a task that nobody has read yet is passed over', () => {
    applyPushEvent(new QueryClient(), { kind: 'progress', tasks: { 9: RUNNING }, all_running: false })
    expect(shownTasks()).toHaveLength(2)
  })
})

test('a run ends when its task stops running, and only then', () => {
  const progressOf = (task: TaskProgress) => ({ kind: 'progress', tasks: { 1: task }, all_running: false }) as const
  const ended: TaskProgress = { ...RUNNING, running_status: false, task_status: 'Success' }
  client.setQueryData(taskStatusQuery().queryKey, { all_running_status: { 1: RUNNING }, all_running: false })
  expect(endsARun(client, progressOf(RUNNING))).toBe(false)
  expect(endsARun(client, progressOf(ended))).toBe(true)
  applyPushEvent(client, progressOf(ended))
  expect(endsARun(client, progressOf(ended))).toBe(false)
})

describe('log lines', () => {
  test('become the latest of their task', () => {
    applyPushEvent(client, { kind: 'logs', task_id: 2, logs: [lineOf(1), lineOf(2)] })
    expect(shownTasks()[1]?.latest_log?.id).toBe(2)
    expect(shownTasks()[0]?.latest_log).toBeNull()
  })

  test('are appended once, even when a read has brought them already', () => {
    const key = keyOf(api.taskLogs.list, { params: { id: 2 } })
    client.setQueryData(key, [lineOf(1), lineOf(2)])
    applyPushEvent(client, { kind: 'logs', task_id: 2, logs: [lineOf(2), lineOf(3)] })
    expect(client.getQueryData<TaskLog[]>(key)?.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('are gone once their log was cleared, from the card too, and those of other tasks stay', () => {
    const key = keyOf(api.taskLogs.list, { params: { id: 2 } })
    client.setQueryData(key, [lineOf(1)])
    applyPushEvent(client, { kind: 'logs', task_id: 1, logs: [lineOf(2)] })
    applyPushEvent(client, { kind: 'logs', task_id: 2, logs: [lineOf(3)] })
    applyPushEvent(client, { kind: 'logs_cleared', task_id: 2 })
    expect(client.getQueryData<TaskLog[]>(key)).toEqual([])
    expect(shownTasks().map(({ latest_log }) => latest_log?.id)).toEqual([2, undefined])
  })
})

test('a change makes the lists that it names be read again', () => {
  applyPushEvent(client, { kind: 'changed', what: 'tasks' })
  expect(client.getQueryState(listKey)?.isInvalidated).toBe(true)
})
