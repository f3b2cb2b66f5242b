import { describe, expect, test } from 'vitest'
import type { PushEvent } from '#contract/event.ts'
import type { Task } from '#contract/task.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { patchList } from './patch-list.ts'
import { NO_FILTER, type TaskFilter } from './task-filter.ts'

const TYPES = [{ id: 7 }, { id: 3 }]

const buildTask = (id: number, fields: Partial<Task> = {}) =>
  buildTaskReply({ id, sync_task_type_id: 7, sort_order: id, ...fields })
const buildList = (...syncTasks: Task[]) => ({
  syncTasks,
  total: syncTasks.length,
  matching: syncTasks.length,
  totalPages: 1,
})

function buildEvent(fields: Partial<Extract<PushEvent, { kind: 'tasks' }>>): PushEvent {
  return { kind: 'tasks', tasks: [], edited_ids: [], removed_ids: [], counts: null, ...fields }
}

interface Case {
  list?: ReturnType<typeof buildList>
  event: PushEvent
  filter?: Partial<TaskFilter>
  page?: number
}

function patch({ list = buildList(buildTask(1), buildTask(2)), event, filter = {}, page = 1 }: Case) {
  return patchList(list, { event, view: { filter: { ...NO_FILTER, ...filter }, page }, types: TYPES })
}
const listIds = ({ list }: ReturnType<typeof patch>) => list.syncTasks.map(({ id }) => id)

describe('a list on one page', () => {
  test('takes in a new task at its place', () => {
    const added = buildTask(9, { sync_task_type_id: 7, sort_order: 1 })
    const counts = { total: 4, of_type: { 7: 3, 3: 1 } }
    const list = buildList(buildTask(1, { sort_order: 2 }), buildTask(5, { sync_task_type_id: 3, sort_order: 1 }))
    const event = buildEvent({ tasks: [added, buildTask(1, { sort_order: 2 })], edited_ids: [9, 1], counts })
    const patched = patch({ list, event })
    expect(listIds(patched)).toEqual([9, 1, 5])
    expect(patched.list).toMatchObject({ total: 4, matching: 3 })
    expect(patched.isOutdated).toBe(false)
    expect(patched.list.syncTasks[1]?.position_actions).toMatchObject({
      total_tasks_of_type: 3,
      can_push_to_back: true,
    })
  })

  test('drops a deleted task', () => {
    const patched = patch({ event: buildEvent({ removed_ids: [1], counts: { total: 1, of_type: { 7: 1 } } }) })
    expect(listIds(patched)).toEqual([2])
    expect(patched.list).toMatchObject({ total: 1, matching: 1 })
  })

  test('moves a task', () => {
    const tasks = [buildTask(1, { sort_order: 2 }), buildTask(2, { sort_order: 1 })]
    expect(listIds(patch({ event: buildEvent({ tasks, edited_ids: [1, 2] }) }))).toEqual([2, 1])
  })

  test('keeps a task whose run has ended where it is', () => {
    const patched = patch({ event: buildEvent({ tasks: [buildTask(2, { task_status: 'Success' })] }) })
    expect(patched.list.syncTasks.map((task) => task.task_status)).toEqual(['Pending', 'Success'])
  })

  test('is read again when a task is of a type that it does not know', () => {
    const event = buildEvent({ tasks: [buildTask(9, { sync_task_type_id: 99 })], edited_ids: [9] })
    expect(patch({ event }).isOutdated).toBe(true)
  })

  test('is read again when a person adds to the samples', () => {
    const list = { ...buildList(buildTask(1)), only_samples: true }
    const event = buildEvent({ tasks: [buildTask(9)], edited_ids: [9], counts: { total: 2, of_type: {} } })
    expect(patch({ list, event }).isOutdated).toBe(true)
  })
})

describe('a filtered list', () => {
  test('takes in a task that has come into its status, and drops one that has left it', () => {
    const list = buildList(buildTask(1, { task_status: 'Running' }))
    const tasks = [buildTask(1, { task_status: 'Success' }), buildTask(2, { task_status: 'Running' })]
    const patched = patch({ list, event: buildEvent({ tasks }), filter: { status: 'Running' } })
    expect(listIds(patched)).toEqual([2])
    expect(patched.list.matching).toBe(1)
  })

  test.each([
    { what: 'another type', filter: { typeId: 3 } },
    { what: 'other words', filter: { name: 'no such name' } },
  ])('ignores a new task of $what', ({ filter }) => {
    const event = buildEvent({ tasks: [buildTask(9)], edited_ids: [9], counts: { total: 3, of_type: {} } })
    const patched = patch({ list: buildList(), event, filter })
    expect(listIds(patched)).toEqual([])
    expect(patched.list.total).toBe(3)
  })
})

describe('one of several pages', () => {
  const list = { ...buildList(buildTask(1), buildTask(2)), totalPages: 3, matching: 900, total: 900 }

  test('replaces its tasks, and ignores runs on other pages', () => {
    const patched = patch({
      list,
      event: buildEvent({ tasks: [buildTask(2, { task_status: 'Error' }), buildTask(800)] }),
    })
    expect(listIds(patched)).toEqual([1, 2])
    expect(patched.list.syncTasks[1]?.task_status).toBe('Error')
    expect(patched).toMatchObject({ isOutdated: false, list: { matching: 900, total: 900, totalPages: 3 } })
  })

  test.each([
    { what: 'a task is added', event: buildEvent({ tasks: [buildTask(901)], edited_ids: [901] }) },
    { what: 'one of its tasks is deleted', event: buildEvent({ removed_ids: [2] }) },
    { what: 'a task of another page is deleted', event: buildEvent({ removed_ids: [700] }) },
    { what: 'a task moves', event: buildEvent({ tasks: [buildTask(2, { sort_order: 700 })], edited_ids: [2] }) },
  ])('is read again when $what', ({ event }) => {
    expect(patch({ list, event }).isOutdated).toBe(true)
  })

  test('is read again when a task comes into its status', () => {
    const event = buildEvent({ tasks: [buildTask(800, { task_status: 'Running' })] })
    expect(patch({ list, event, filter: { status: 'Running' } }).isOutdated).toBe(true)
  })
})
