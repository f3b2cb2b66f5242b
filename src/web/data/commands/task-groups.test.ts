import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { typeIdForAction } from './act-on-list.ts'
import { hiddenRunsText } from './hidden-runs-text.ts'
import { canRunGroup, canStopGroup, groupByType, groupCount, runsHidden } from './task-groups.ts'

test('groups tasks by type, in order of first appearance', () => {
  const tasks = [
    buildTaskReply({ id: 1, sync_task_type_id: 2 }),
    buildTaskReply({ id: 2, sync_task_type_id: 1 }),
    buildTaskReply({ id: 3, sync_task_type_id: 2 }),
  ]
  expect(groupByType(tasks, tasks).map(({ typeId, shown }) => [typeId, shown.map(({ id }) => id)])).toEqual([
    [2, [1, 3]],
    [1, [2]],
  ])
})

test('a group includes the status of tasks that are filtered out or on other pages', () => {
  const tasks = [1, 2, 3].map((id) => buildTaskReply({ id }))
  const [group] = groupByType(tasks.slice(1, 2), [...tasks, buildTaskReply({ id: 9, sync_task_type_id: 2 })])
  expect(group).toMatchObject({ shown: [{ id: 2 }], states: [{ id: 1 }, { id: 2 }, { id: 3 }], total: 3 })
})

test('a group knows its total before the status of all tasks has loaded', () => {
  const { position_actions } = buildTaskReply()
  const task = buildTaskReply({ position_actions: { ...position_actions, total_tasks_of_type: 401 } })
  expect(groupByType([task], [task])[0]?.total).toBe(401)
})

test.each([
  [1, 1, '1 task'],
  [7, 7, '7 tasks'],
  [1, 7, '1 of 7 tasks'],
])('%d of %d tasks are shown as "%s"', (shownCount, total, text) => {
  const shown = Array.from({ length: shownCount }, () => buildTaskReply())
  expect(groupCount({ shown, total })).toBe(text)
})

test('a group can run when one of its tasks is active and neither running nor queued', () => {
  expect(canRunGroup([buildTaskReply({ task_status: 'Failed' })])).toBe(true)
  expect(canRunGroup([buildTaskReply({ is_active: false })])).toBe(false)
  expect(canRunGroup([buildTaskReply({ task_status: 'Running' }), buildTaskReply({ task_status: 'Queued' })])).toBe(
    false,
  )
})

test('Run Group says when it also runs tasks that a filter hides', () => {
  const tasks = [1, 2, 3, 4].map((id) => buildTaskReply({ id }))
  const textFor = (shownCount: number, states = tasks) => {
    const [group] = groupByType(states.slice(0, shownCount), states)
    return group && runsHidden(group) ? hiddenRunsText(group) : undefined
  }
  expect(textFor(1)).toBe('Runs all 4 tasks of Type 1, not only the one shown.')
  expect(textFor(3)).toBe('Runs all 4 tasks of Type 1, not only the 3 shown.')
  expect(textFor(4)).toBeUndefined()
  const [first, second, ...rest] = tasks
  const busy = rest.map((task) => ({ ...task, running_status: true }))
  expect(
    textFor(
      1,
      [first, second, ...busy].filter((task) => task !== undefined),
    ),
  ).toBe('Runs 2 tasks of Type 1, not only the one shown.')
  expect(
    textFor(
      2,
      [first, second, ...busy].filter((task) => task !== undefined),
    ),
  ).toBeUndefined()
})

test('a group can be stopped when one of its tasks is running or queued', () => {
  expect(canStopGroup([buildTaskReply({ task_status: 'Queued' })])).toBe(true)
  expect(canStopGroup([buildTaskReply({ task_status: 'Failed' }), buildTaskReply({ task_status: 'Success' })])).toBe(
    false,
  )
})

test.each([0, -1, 1.5, Number.NaN])('%j is not a type id', (id) => {
  expect(typeIdForAction(id)).toBeUndefined()
})
