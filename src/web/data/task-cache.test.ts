import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { applyProgress, markAllRunning, patchStates, type StateChange } from './task-cache.ts'
import { taskListQuery, taskQuery, taskStatusQuery } from './tasks.ts'

const asInactive: StateChange = (task) => ({ ...task, is_active: false })

let client: QueryClient
const listed = () => client.getQueryData(taskListQuery(1).queryKey)?.syncTasks ?? []
const states = () => client.getQueryData(taskStatusQuery().queryKey)?.all_running_status ?? {}

beforeEach(() => {
  client = new QueryClient()
  const [one, two, onAnotherPage] = [buildTaskReply({ id: 1 }), buildTaskReply({ id: 2 }), buildTaskReply({ id: 3 })]
  client.setQueryData(taskListQuery(1).queryKey, { syncTasks: [one, two], totalPages: 2, total: 3, matching: 3 })
  client.setQueryData(taskQuery(1).queryKey, one)
  client.setQueryData(taskStatusQuery().queryKey, {
    all_running_status: { 1: one, 2: two, 3: onAnotherPage },
    all_running: false,
  })
})

test('patchStates changes one task in the list, on its page and in the status of all tasks', () => {
  patchStates(client, { taskId: 1, change: asInactive })
  expect(listed().map(({ is_active }) => is_active)).toEqual([false, true])
  expect(client.getQueryData(taskQuery(1).queryKey)?.is_active).toBe(false)
  expect(Object.values(states()).map(({ is_active }) => is_active)).toEqual([false, true, true])
})

test('patchStates without an id changes all tasks, including those of other pages', () => {
  patchStates(client, { change: asInactive })
  expect(listed().every(({ is_active }) => !is_active)).toBe(true)
  expect(Object.values(states()).every(({ is_active }) => !is_active)).toBe(true)
})

test('patchStates keeps the update time of the page', () => {
  const updatedAt = () => client.getQueryState(taskListQuery(1).queryKey)?.dataUpdatedAt
  client.setQueryData(taskListQuery(1).queryKey, (list) => list, { updatedAt: 1 })
  patchStates(client, { taskId: 1, change: asInactive })
  expect(listed()[0]?.is_active).toBe(false)
  expect(updatedAt()).toBe(1)
})

test('patchStates does not create a status that has not been loaded', () => {
  client.removeQueries({ queryKey: taskStatusQuery().queryKey })
  patchStates(client, { change: asInactive })
  expect(client.getQueryData(taskStatusQuery().queryKey)).toBeUndefined()
})

test('patchStates starts a read again that began before', async () => {
  const { queryKey } = taskListQuery(1)
  const before = client.getQueryData(queryKey)
  let reads = 0
  const queryFn = async () => {
    reads += 1
    if (reads === 1) return before
    return before && { ...before, syncTasks: before.syncTasks.map(asInactive) }
  }
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined)
  const read = client.refetchQueries({ queryKey })
  patchStates(client, { taskId: 1, change: asInactive })
  await read
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(reads).toBe(2)
  expect(listed()[0]?.is_active).toBe(false)
  stop()
})

test('applyProgress replaces only the tasks that changed', () => {
  const [one, two] = listed()
  void applyProgress(client, { ...states(), 2: buildTaskReply({ id: 2, is_active: false }) })
  expect(listed()[0]).toBe(one)
  expect(listed()[1]).not.toBe(two)
  expect(listed()[1]?.is_active).toBe(false)
})

test('patchStates leaves a page that is due for a refetch due for it', () => {
  void client.invalidateQueries({ queryKey: taskListQuery(1).queryKey })
  patchStates(client, { taskId: 1, change: asInactive })
  expect(client.getQueryState(taskListQuery(1).queryKey)?.isInvalidated).toBe(true)
})

test('applyProgress keeps a task whose run has ended as it is until the whole task has been asked for', async () => {
  const running = buildTaskReply({ id: 1, running_status: true, task_status: 'Running' })
  client.setQueryData(taskListQuery(1).queryKey, { syncTasks: [running], totalPages: 1, total: 1, matching: 1 })
  client.removeQueries({ queryKey: taskStatusQuery().queryKey })
  const applied = applyProgress(client, { 1: buildTaskReply({ id: 1, task_status: 'Success' }) })
  expect(listed()[0]).toEqual(running)
  await applied
  expect(listed()[0]).toMatchObject({ running_status: false, task_status: 'Success' })
})

test('markAllRunning drops the rows of the last runs', () => {
  const done = buildTaskReply({ id: 1, task_status: 'Success', rows_done: 40, rows_total: 40 })
  client.setQueryData(taskListQuery(1).queryKey, { syncTasks: [done], totalPages: 1, total: 1, matching: 1 })
  markAllRunning(client)
  expect(listed()[0]).toMatchObject({ running_status: true, rows_done: null, rows_total: null })
})
