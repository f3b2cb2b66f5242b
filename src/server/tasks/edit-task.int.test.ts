import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { nameTaken, spreadsheetsTaken } from '#domain/tasks/task-problems.ts'
import { noLenders } from '#server/auth/lenders.ts'
import { findTasks } from '#server/csv/imported-task-rows.ts'
import { stopRuns } from '#server/runs/end-runs.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { createTaskType } from '#server/task-types/edit-task-type.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { listTasks } from '#tests/support/list-tasks.ts'
import { createTask, updateTask } from './edit-task.ts'
import { countTasks, requireWholeTask } from './read-tasks.ts'

const createdBy = 'ada@example.com'
const add = (orm: Orm, fields: Parameters<typeof buildTaskFields>[0]) =>
  createTask(orm, { fields: buildTaskFields(fields), createdBy, lenders: noLenders })

test('a new task goes to the end of its type, with the chunk size of the type', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields({ chunk_size: 750 }))
  await add(orm, { sync_task_type_id: typeId })
  const task = await requireWholeTask(orm, await add(orm, { sync_task_type_id: typeId }))
  expect(task).toMatchObject({ position: 2, chunkSize: 750, createdBy })
  expect((await countTasks(orm)).ofType).toEqual(new Map([[typeId, 2]]))
})

test('sort_order places a new task within its type; 0 and numbers past the end put it last', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields())
  for (const [name, sort_order] of [
    ['A', 0],
    ['B', 1],
    ['C', 2],
    ['D', 99],
  ] as const) {
    await add(orm, { sync_task_type_id: typeId, name, sort_order })
  }
  const { rows } = await listTasks(orm, { page: 1, limit: 10 })
  expect(rows.map(({ task }) => [task.name, task.position])).toEqual([
    ['B', 1],
    ['C', 2],
    ['A', 3],
    ['D', 4],
  ])
})

test('a task without a name is named after its source tab, else its target tab, else its id', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields())
  const nameless = { sync_task_type_id: typeId, name: '' }
  const ids = [
    await add(orm, { ...nameless, source_sheet_name: 'Orders', target_sheet_name: 'Copy' }),
    await add(orm, { ...nameless, target_sheet_name: 'Ledger' }),
    await add(orm, nameless),
  ]
  const names = (await listTasks(orm, { page: 1, limit: 10 })).rows.map(({ task }) => task.name)
  expect(names).toEqual(['Orders', 'Ledger', `Sync Task ${ids[2]}`])
})

test('an invalid task is refused with a message for its field', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields())
  await add(orm, { sync_task_type_id: typeId, name: 'Orders', source_ss_id: 'a', target_ss_id: 'b' })

  await expect(add(orm, { sync_task_type_id: typeId, name: 'Orders' })).rejects.toMatchObject({
    code: 'conflict',
    message: nameTaken.message,
    fields: { name: nameTaken.message },
  })
  await expect(add(orm, { sync_task_type_id: typeId, source_ss_id: 'a', target_ss_id: 'b' })).rejects.toMatchObject({
    code: 'conflict',
    message: spreadsheetsTaken.message,
  })
  await expect(add(orm, { sync_task_type_id: 999 })).rejects.toMatchObject({
    code: 'invalid',
    fields: { sync_task_type_id: 'This task type does not exist.' },
  })
  await expect(add(orm, { sync_task_type_id: typeId, source_ss_id: 'c', target_ss_id: 'c' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { target_sheet_name: expect.any(String) },
  })
  expect((await listTasks(orm, { page: 1, limit: 10 })).total).toBe(1)
})

test('a change keeps the fields that it leaves out', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields())
  const taskId = await add(orm, { sync_task_type_id: typeId, scheduled_times: ['04:00'], max_concurrent_tasks: 2 })
  const before = await requireWholeTask(orm, taskId)
  await updateTask(orm, { taskId, change: { start_row: 7 }, changedBy: 'ada@example.com', lenders: noLenders })
  expect(await requireWholeTask(orm, taskId)).toEqual({ ...before, startRow: 7 })
  await updateTask(orm, {
    taskId,
    change: { max_concurrent_tasks: null },
    changedBy: 'ada@example.com',
    lenders: noLenders,
  })
  expect(await requireWholeTask(orm, taskId)).toEqual({ ...before, startRow: 7, maxConcurrentTasks: null })
})

test('a task that changes its type goes to the end of the new one and leaves no gap in the old one', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const [from, to] = [
    await createTaskType(orm, buildTaskTypeFields()),
    await createTaskType(orm, buildTaskTypeFields()),
  ]
  const [first = 0, second = 0, third = 0] = [
    await add(orm, { sync_task_type_id: from }),
    await add(orm, { sync_task_type_id: from }),
    await add(orm, { sync_task_type_id: to }),
  ]
  await updateTask(orm, {
    taskId: first,
    change: { sync_task_type_id: to },
    changedBy: 'ada@example.com',
    lenders: noLenders,
  })
  const places = (await listTasks(orm, { page: 1, limit: 10 })).rows.map(({ task }) => [task.id, task.position])
  expect(places).toEqual([
    [second, 1],
    [third, 1],
    [first, 2],
  ])
})

test('a rejected change changes nothing', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields())
  await add(orm, { sync_task_type_id: typeId, name: 'Orders' })
  const taskId = await add(orm, { sync_task_type_id: typeId, source_ss_id: 'x', target_ss_id: 'y' })
  const before = await requireWholeTask(orm, taskId)
  await expect(
    updateTask(orm, {
      taskId,
      change: { name: 'Orders', start_row: 5 },
      changedBy: 'ada@example.com',
      lenders: noLenders,
    }),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(
    updateTask(orm, { taskId, change: { target_ss_id: 'x' }, changedBy: 'ada@example.com', lenders: noLenders }),
  ).rejects.toMatchObject({ code: 'invalid' })
  await expect(
    updateTask(orm, { taskId, change: { sync_task_type_id: 999 }, changedBy: 'ada@example.com', lenders: noLenders }),
  ).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(
    updateTask(orm, { taskId: 999, change: {}, changedBy: 'ada@example.com', lenders: noLenders }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(await requireWholeTask(orm, taskId)).toEqual(before)
})

test('while a run is in progress, source and target cannot change and everything else can', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields())
  const taskId = await add(orm, { sync_task_type_id: typeId })
  const wave = { which: { taskId }, waveId: randomUUID(), triggeredBy: 'ada', message: 'Queued.' } as const
  await orm.transaction((tx) => queueRuns(tx, { ...wave, allowShrink: false, now: new Date() }))
  const before = await requireWholeTask(orm, taskId)
  for (const change of [{ target_ss_id: 'elsewhere' }, { source_sheet_name: 'Other' }, { start_row: 9 }]) {
    const [field = ''] = Object.keys(change)
    await expect(
      updateTask(orm, { taskId, change, changedBy: 'ada@example.com', lenders: noLenders }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: { [field]: 'Stop the task before changing where it copies from or to.' },
    })
  }
  await updateTask(orm, {
    taskId,
    change: { name: 'Renamed', target_ss_id: before.targetSsId },
    changedBy: 'ada@example.com',
    lenders: noLenders,
  })
  expect(await requireWholeTask(orm, taskId)).toEqual({ ...before, name: 'Renamed' })
  expect((await findTasks(orm, [taskId])).get(taskId)).toMatchObject({ isBusy: true })
  await stopRuns(orm, { which: { taskId }, now: new Date() })
  await updateTask(orm, {
    taskId,
    change: { target_ss_id: 'elsewhere' },
    changedBy: 'ada@example.com',
    lenders: noLenders,
  })
  expect((await findTasks(orm, [taskId])).get(taskId)).toMatchObject({ isBusy: false, targetSsId: 'elsewhere' })
})

test('a chosen name stays chosen when its tab gets that name, until somebody goes back to the tab', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await createTaskType(orm, buildTaskTypeFields())
  const taskId = await add(orm, { sync_task_type_id: typeId, name: 'Ledger', source_sheet_name: 'Data' })
  const after = async (change: Parameters<typeof updateTask>[1]['change']) => {
    await updateTask(orm, { taskId, change, changedBy: createdBy, lenders: noLenders })
    const { name, hasOwnName } = await requireWholeTask(orm, taskId)
    return [name, hasOwnName]
  }
  expect(await after({ name: 'Ledger', source_sheet_name: 'Ledger' })).toEqual(['Ledger', true])
  expect(await after({ source_sheet_name: 'Data' })).toEqual(['Ledger', true])
  expect(await after({ name: 'Data' })).toEqual(['Data', false])
  expect(await after({ source_sheet_name: '#gid=7', name: '' })).toEqual([`Sync Task ${taskId}`, false])
})
