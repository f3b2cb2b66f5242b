import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TaskLog } from '#contract/task-log.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { keyOf } from '../lib/route-query.ts'
import { applyPushEvent } from './apply-push-event.ts'
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
  client.setQueryData(listKey, {
    syncTasks: [buildTaskReply({ id: 1 }), buildTaskReply({ id: 2 })],
    totalPages: 1,
    total: 2,
    matching: 2,
  })
})

describe('progress', () => {
  test('updates the list, the single task and the status of all tasks', () => {
    client.setQueryData(taskQuery(1).queryKey, buildTaskReply({ id: 1 }))
    client.setQueryData(taskStatusQuery().queryKey, { all_running_status: {}, all_running: false })
    applyPushEvent(client, { kind: 'progress', tasks: { 1: RUNNING }, all_running: true })
    expect(shownTasks()[0]).toMatchObject(RUNNING)
    expect(client.getQueryData(taskQuery(1).queryKey)).toMatchObject(RUNNING)
    expect(client.getQueryData(taskStatusQuery().queryKey)).toEqual({
      all_running_status: { 1: RUNNING },
      all_running: true,
    })
  })

  test('keeps other tasks identical, so that their cards do not re-render', () => {
    const before = shownTasks()[1]
    applyPushEvent(client, { kind: 'progress', tasks: { 1: RUNNING }, all_running: false })
    expect(shownTasks()[1]).toBe(before)
  })

  test('ignores a task that is not in the cache', () => {
    applyPushEvent(new QueryClient(), { kind: 'progress', tasks: { 9: RUNNING }, all_running: false })
    expect(shownTasks()).toHaveLength(2)
  })
})

describe('log lines', () => {
  test('update the latest log line of their task', () => {
    applyPushEvent(client, { kind: 'logs', task_id: 2, logs: [lineOf(1), lineOf(2)] })
    expect(shownTasks()[1]?.latest_log?.id).toBe(2)
    expect(shownTasks()[0]?.latest_log).toBeNull()
  })

  test('are appended once, even if a fetch has already delivered them', () => {
    const key = keyOf(api.taskLogs.list, { params: { id: 2 } })
    client.setQueryData(key, [lineOf(1), lineOf(2)])
    applyPushEvent(client, { kind: 'logs', task_id: 2, logs: [lineOf(2), lineOf(3)] })
    expect(client.getQueryData<TaskLog[]>(key)?.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('are removed when the log is cleared, also from the card, while other logs stay', () => {
    const key = keyOf(api.taskLogs.list, { params: { id: 2 } })
    client.setQueryData(key, [lineOf(1)])
    applyPushEvent(client, { kind: 'logs', task_id: 1, logs: [lineOf(2)] })
    applyPushEvent(client, { kind: 'logs', task_id: 2, logs: [lineOf(3)] })
    applyPushEvent(client, { kind: 'logs_cleared', task_id: 2 })
    expect(client.getQueryData<TaskLog[]>(key)).toEqual([])
    expect(shownTasks().map(({ latest_log }) => latest_log?.id)).toEqual([2, undefined])
  })
})

test('a change invalidates the affected lists', () => {
  applyPushEvent(client, { kind: 'changed', what: 'tasks' })
  expect(client.getQueryState(listKey)?.isInvalidated).toBe(true)
})
