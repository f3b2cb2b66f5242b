import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { applyProgress, patchStates, type StateChange } from './task-cache.ts'
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

test('applyProgress replaces only the tasks that changed', () => {
  const [one, two] = listed()
  applyProgress(client, { ...states(), 2: buildTaskReply({ id: 2, is_active: false }) })
  expect(listed()[0]).toBe(one)
  expect(listed()[1]).not.toBe(two)
  expect(listed()[1]?.is_active).toBe(false)
})

test('patchStates leaves a page that is due for a refetch due for it', () => {
  void client.invalidateQueries({ queryKey: taskListQuery(1).queryKey })
  patchStates(client, { taskId: 1, change: asInactive })
  expect(client.getQueryState(taskListQuery(1).queryKey)?.isInvalidated).toBe(true)
})
