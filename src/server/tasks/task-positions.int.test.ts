import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RepositionAction } from '#contract/task-routes.ts'
import { noLenders } from '#server/auth/lenders.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { createTaskType } from '#server/task-types/edit-task-type.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { listTasks } from '#tests/support/list-tasks.ts'
import { createTask, updateTask } from './edit-task.ts'
import { removeAllTasks, removeTask } from './remove-tasks.ts'
import { repositionTask } from './task-positions.ts'

const TASKS_A_TYPE = 5

async function twoTypes(orm: Orm): Promise<{ typeIds: number[]; taskIds: number[] }> {
  const typeIds = [await createTaskType(orm, buildTaskTypeFields()), await createTaskType(orm, buildTaskTypeFields())]
  const taskIds: number[] = []
  for (const typeId of typeIds) {
    for (let made = 0; made < TASKS_A_TYPE; made++) {
      taskIds.push(
        await createTask(orm, {
          fields: buildTaskFields({ sync_task_type_id: typeId }),
          createdBy: 'ada',
          lenders: noLenders,
        }),
      )
    }
  }
  return { typeIds, taskIds }
}

async function placesByType(orm: Orm): Promise<Map<number, number[]>> {
  const { rows } = await listTasks(orm, { page: 1, limit: 1000 })
  const byType = Map.groupBy(rows, ({ task }) => task.taskTypeId)
  return new Map([...byType].map(([typeId, ofType]) => [typeId, ofType.map(({ task }) => task.position)]))
}

async function expectNoGapOrTie(orm: Orm): Promise<void> {
  for (const places of (await placesByType(orm)).values()) {
    expect(places).toEqual(places.map((_, index) => index + 1))
  }
}

test('moves reorder a type like a list, and an impossible move is reported', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const { typeIds, taskIds } = await twoTypes(orm)
  const expected = taskIds.slice(0, TASKS_A_TYPE)
  const moves = fc.array(
    fc.record({ index: fc.nat(TASKS_A_TYPE - 1), action: fc.constantFrom(...RepositionAction.options) }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(moves, async (made) => {
      for (const { index, action } of made) {
        const taskId = taskIds[index] ?? 0
        const from = expected.indexOf(taskId)
        const to = {
          front: 0,
          back: TASKS_A_TYPE - 1,
          up: Math.max(from - 1, 0),
          down: Math.min(from + 1, TASKS_A_TYPE - 1),
        }[action]
        expected.splice(to, 0, ...expected.splice(from, 1))
        expect(await repositionTask(orm, { taskId, action })).toBe(from !== to)
      }
      const { rows } = await listTasks(orm, { page: 1, limit: 1000 })
      expect(rows.filter(({ task }) => task.taskTypeId === typeIds[0]).map(({ task }) => task.id)).toEqual(expected)
      await expectNoGapOrTie(orm)
    }),
    { numRuns: 15 },
  )
})

test('concurrent moves, type changes, additions, deletions and waves leave no gaps or ties', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const { typeIds, taskIds } = await twoTypes(orm)
  const [firstType = 0, secondType = 0] = typeIds
  const deleted = (error: unknown) => expect(error).toMatchObject({ code: 'not_found' })
  const moves = taskIds.flatMap((taskId) =>
    RepositionAction.options.map((action) => repositionTask(orm, { taskId, action }).catch(deleted)),
  )
  const others = taskIds.slice(0, TASKS_A_TYPE).flatMap((taskId) => [
    updateTask(orm, {
      taskId,
      change: { sync_task_type_id: secondType },
      changedBy: 'ada@example.com',
      lenders: noLenders,
    }),
    createTask(orm, {
      fields: buildTaskFields({ sync_task_type_id: firstType }),
      createdBy: 'ada',
      lenders: noLenders,
    }),
  ])
  // A wave may queue a task before its deletion, so the deletion may be refused.
  const inProgress = (error: unknown) => expect(error).toMatchObject({ code: 'invalid' })
  const deletions = taskIds.slice(TASKS_A_TYPE).map((taskId) => removeTask(orm, taskId).catch(inProgress))
  const waves = taskIds.map(() => {
    const wave = { which: { everything: true }, waveId: randomUUID(), triggeredBy: 'ada', message: 'Queued.' } as const
    return orm.transaction((tx) => queueRuns(tx, { ...wave, allowShrink: false, now: new Date() }))
  })
  await Promise.all([...others, ...deletions, ...moves, ...waves])
  await expectNoGapOrTie(orm)
  const places = await placesByType(orm)
  expect(places.get(firstType)).toEqual([1, 2, 3, 4, 5])
  expect(places.get(secondType)).toEqual(expect.arrayContaining([1, 2, 3, 4, 5]))
})

test('deleting all tasks keeps their types', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await twoTypes(orm)
  await removeAllTasks(orm)
  expect((await listTasks(orm, { page: 1, limit: 10 })).total).toBe(0)
})
