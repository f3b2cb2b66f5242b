import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import type { Task } from '#contract/task.ts'
import type { TaskLog } from '#contract/task-log.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { buildQueryKey } from '../lib/route-query.ts'
import { applyPushMessage } from './apply-push-event.ts'
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
const buildLine = (id: number): TaskLog => ({
  id,
  level: 'INFO',
  message: `line ${id}`,
  timestamp: '2026-11-21T17:00:00.000Z',
  formatted_timestamp: '2026-11-21 12:00:00',
})
const tasksEvent = (tasks: Task[], fields: Partial<Extract<PushEvent, { kind: 'tasks' }>> = {}): PushEvent => ({
  kind: 'tasks',
  tasks,
  edited_ids: [],
  removed_ids: [],
  counts: null,
  ...fields,
})

let client: QueryClient
const listKey = taskListQuery(1).queryKey
const apply = (...events: PushEvent[]) => applyPushMessage(client, events)
const shownTasks = () => client.getQueryData(listKey)?.syncTasks ?? []
const statusAll = () => client.getQueryData(taskStatusQuery().queryKey)

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(listKey, {
    syncTasks: [buildTaskReply({ id: 1 }), buildTaskReply({ id: 2 })],
    totalPages: 1,
    total: 2,
    matching: 2,
  })
  client.setQueryData(taskQuery(1).queryKey, buildTaskReply({ id: 1, logs: [buildLine(1)] }))
  client.setQueryData(taskStatusQuery().queryKey, { all_running_status: {}, all_running: false })
})

describe('progress', () => {
  const progress: PushEvent = { kind: 'progress', groups: [{ ids: [[1, 1]], state: RUNNING }], all_running: true }

  test('updates the list, the single task and the status of all tasks', () => {
    apply(progress)
    expect(shownTasks()[0]).toMatchObject(RUNNING)
    expect(client.getQueryData(taskQuery(1).queryKey)).toMatchObject(RUNNING)
    expect(statusAll()).toEqual({ all_running_status: { 1: RUNNING }, all_running: true })
  })

  test('keeps other tasks identical, so that their cards do not re-render', () => {
    const before = shownTasks()[1]
    apply(progress)
    expect(shownTasks()[1]).toBe(before)
  })

  test('ignores a task that is not in the cache', () => {
    client.clear()
    apply(progress)
    expect(client.getQueryCache().getAll()).toEqual([])
  })
})

test('a task that waits for nothing is in no group of those that wait', () => {
  const wait = (first: number, waiting_for: string): PushEvent => ({
    kind: 'waiting',
    groups: [{ ids: [[first, 2]], waiting_for, prerequisites_count: 3 }],
  })
  apply(wait(1, 'Waiting for 3 prerequisites'), wait(2, 'Waiting for 3 others'))
  expect(shownTasks()).toMatchObject([
    { waiting_for: null, prerequisites_count: 0 },
    { waiting_for: 'Waiting for 3 others', prerequisites_count: 3 },
  ])
})

describe('a changed task', () => {
  test('is replaced whole, but for its log', () => {
    const task = buildTaskReply({ ...RUNNING, id: 1, name: 'Renamed' })
    apply(tasksEvent([task]))
    expect(shownTasks()[0]).toEqual(task)
    expect(client.getQueryData(taskQuery(1).queryKey)).toEqual({ ...task, logs: [buildLine(1)] })
    expect(statusAll()?.all_running_status).toEqual({ 1: RUNNING })
  })

  test('that was deleted is gone everywhere', () => {
    apply(tasksEvent([], { removed_ids: [1], counts: { total: 1, of_type: { 1: 1 } } }))
    client.setQueryData(buildQueryKey(api.taskTypes.list), [{ id: 1 }])
    expect(client.getQueryState(listKey)?.isInvalidated).toBe(true)
    expect(client.getQueryState(taskQuery(1).queryKey)?.isInvalidated).toBe(true)
  })
})

describe('log lines', () => {
  test('update the latest log line of their task', () => {
    apply({ kind: 'logs', task_id: 2, logs: [buildLine(1), buildLine(2)] })
    expect(shownTasks()[1]?.latest_log?.id).toBe(2)
    expect(shownTasks()[0]?.latest_log).toBeNull()
  })

  test('are appended once, even if a fetch has already delivered them', () => {
    const key = buildQueryKey(api.taskLogs.list, { params: { id: 2 } })
    client.setQueryData(key, [buildLine(1), buildLine(2)])
    apply({ kind: 'logs', task_id: 2, logs: [buildLine(2), buildLine(3)] })
    expect(client.getQueryData<TaskLog[]>(key)?.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('are removed when the log is cleared, also from the card, while other logs stay', () => {
    const key = buildQueryKey(api.taskLogs.list, { params: { id: 2 } })
    client.setQueryData(key, [buildLine(1)])
    apply({ kind: 'logs', task_id: 1, logs: [buildLine(2)] }, { kind: 'logs', task_id: 2, logs: [buildLine(3)] })
    apply({ kind: 'logs_cleared', task_id: 2 })
    expect(client.getQueryData<TaskLog[]>(key)).toEqual([])
    expect(shownTasks().map(({ latest_log }) => latest_log?.id)).toEqual([2, undefined])
  })
})

test('a change of a list makes it outdated', () => {
  apply({ kind: 'changed', what: 'tasks' })
  expect(client.getQueryState(listKey)?.isInvalidated).toBe(true)
})
