import { expect, test } from 'vitest'
import { aTaskReply } from '#tests/support/a-task-reply.ts'
import { cardRows, columnsIn } from './card-rows.ts'
import { canRunGroup, canStopGroup, groupByType, groupCount, typeIdForAction } from './task-groups.ts'

test('tasks are grouped by type in the order in which the types come', () => {
  const tasks = [
    aTaskReply({ id: 1, sync_task_type_id: 2 }),
    aTaskReply({ id: 2, sync_task_type_id: 1 }),
    aTaskReply({ id: 3, sync_task_type_id: 2 }),
  ]
  expect(groupByType(tasks, tasks).map(({ typeId, shown }) => [typeId, shown.map(({ id }) => id)])).toEqual([
    [2, [1, 3]],
    [1, [2]],
  ])
})

test('a group knows the states of its tasks that a filter hides or another page holds, and how many there are', () => {
  const tasks = [1, 2, 3].map((id) => aTaskReply({ id }))
  const [group] = groupByType(tasks.slice(1, 2), [...tasks, aTaskReply({ id: 9, sync_task_type_id: 2 })])
  expect(group).toMatchObject({ shown: [{ id: 2 }], states: [{ id: 1 }, { id: 2 }, { id: 3 }], total: 3 })
})

test('a group says how many tasks it has while the states of other pages are still to come', () => {
  const { position_actions } = aTaskReply()
  const task = aTaskReply({ position_actions: { ...position_actions, total_tasks_of_type: 401 } })
  expect(groupByType([task], [task])[0]?.total).toBe(401)
})

test.each([
  [1, 1, '1 task'],
  [7, 7, '7 tasks'],
  [1, 7, '1 of 7 tasks'],
])('%d of %d tasks shown are worded %s', (shownCount, total, words) => {
  const shown = Array.from({ length: shownCount }, () => aTaskReply())
  expect(groupCount({ shown, total })).toBe(words)
})

test('a group can be run when a task of it is active and neither running nor queued', () => {
  expect(canRunGroup([aTaskReply({ task_status: 'Failed' })])).toBe(true)
  expect(canRunGroup([aTaskReply({ is_active: false })])).toBe(false)
  expect(canRunGroup([aTaskReply({ task_status: 'Running' }), aTaskReply({ task_status: 'Queued' })])).toBe(false)
})

test('a group can be stopped when a task of it is running or queued', () => {
  expect(canStopGroup([aTaskReply({ task_status: 'Queued' })])).toBe(true)
  expect(canStopGroup([aTaskReply({ task_status: 'Failed' }), aTaskReply({ task_status: 'Success' })])).toBe(false)
})

test.each([0, -1, 1.5, Number.NaN])('a type of id %j cannot be told', (id) => {
  expect(typeIdForAction(id)).toBeUndefined()
})

test('cards stand side by side as far as the width allows, under the head of their group', () => {
  const tasks = [1, 2, 3].map((id) => aTaskReply({ id }))
  const rows = cardRows(groupByType(tasks, tasks), 2)
  expect(rows.map((row) => (row.kind === 'head' ? row.group.typeName : row.tasks.map(({ id }) => id)))).toEqual([
    'Type 1',
    [1, 2],
    [3],
  ])
})

test.each([
  [300, 1],
  [691, 1],
  [692, 2],
  [1200, 3],
])('%d pixels hold %d cards', (width, columns) => {
  expect(columnsIn(width)).toBe(columns)
})
