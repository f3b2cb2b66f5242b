import { randomUUID } from 'node:crypto'
import { count, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { DAY_MS } from '#domain/time.ts'
import { noLenders } from '#server/auth/lenders.ts'
import { dropAbandonedCopies } from '#server/data-copy/data-copies.ts'
import { forgetLastTargets } from '#server/last-copy/last-target.ts'
import { countEndedRuns } from '#server/runs/run-history.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import {
  allTasks,
  allTaskTypes,
  changeSets,
  copyMemories,
  dataCopies,
  dataCopyRows,
  deletions,
  runs,
  targetEdits,
  taskLogs,
} from '#server/storage/schema.ts'
import { createTaskType, removeTaskType, updateTaskType } from '#server/task-types/edit-task-type.ts'
import { createTask } from '#server/tasks/edit-task.ts'
import { taskIdsInOrder } from '#server/tasks/read-tasks.ts'
import { removeAllTasks, removeTask } from '#server/tasks/remove-tasks.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { rowsRead } from '#tests/support/rows-read.ts'
import { listTrash } from './list-trash.ts'
import { purgeDeletion, purgeExpired } from './purge-trash.ts'
import { restoreDeletion, restoreTasks } from './restore-trash.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

const newType = (orm: Orm, fields = {}) => createTaskType(orm, buildTaskTypeFields(fields))
const newTask = (orm: Orm, typeId: number, fields = {}) =>
  createTask(orm, {
    fields: buildTaskFields({ sync_task_type_id: typeId, ...fields }),
    createdBy: 'ada',
    lenders: noLenders,
  })
const newest = async (orm: Orm) => (await listTrash(orm, { limit: 1 }))[0]?.id ?? 0

/** Adds tasks of the same type, each with its own spreadsheets. */
async function addSimilarTasks(orm: Orm, taskId: number, howMany: number): Promise<void> {
  await orm.execute(sql`
    insert into ${tasks} overriding system value
    select similar_task.*
    from ${tasks} as task, generate_series(1, ${howMany}) as number, jsonb_populate_record(task, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('all_tasks', 'id')), 'name', number::text,
      'source_ss_id', 's' || number, 'target_ss_id', 't' || number, 'position', number + 1)) as similar_task
    where task.id = ${taskId}`)
}

/** Adds everything a task can own. */
async function addHistory(orm: Orm, taskId: number): Promise<void> {
  const [run] = await orm
    .insert(runs)
    .values({ taskId, status: 'Success', waveId: randomUUID(), triggeredBy: 'ada', queuedAt: NOW, endedAt: NOW })
    .returning()
  const runId = run?.id ?? 0
  const [copy] = await orm
    .insert(dataCopies)
    .values({ taskId, columns: ['A'], createdAt: NOW })
    .returning()
  const dataCopyId = copy?.id ?? 0
  await orm.insert(dataCopyRows).values({ dataCopyId, rowNumber: 0, cells: ['x'] })
  await orm.insert(taskLogs).values({ taskId, runId, level: 'INFO', message: 'Copied', createdAt: NOW })
  await orm.insert(targetEdits).values({ runId, count: 1, cells: [] })
  await orm.insert(changeSets).values({ runId, taskId, createdAt: NOW, targetSsId: 't', targetTab: 'T', columns: [] })
  await orm.insert(copyMemories).values({ taskId, runId, basis: '', memory: {}, targetSsId: 't', readAllAt: NOW })
  await orm.update(tasks).set({ currentRunId: runId, dataCopyId, lastRows: 1 }).where(eq(tasks.id, taskId))
}

const owned = [runs, dataCopies, dataCopyRows, taskLogs, targetEdits, changeSets, copyMemories]
const sizesOfOwned = (orm: Orm) => Promise.all(owned.map((table) => orm.$count(table)))
const endedRuns = async (orm: Orm) =>
  countEndedRuns(orm, { from: new Date(NOW.getTime() - DAY_MS), to: new Date(NOW.getTime() + DAY_MS) })

test('a restored task is the same as before, with everything that it owns', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await newType(orm)
  const [first, second, third] = [await newTask(orm, typeId), await newTask(orm, typeId), await newTask(orm, typeId)]
  await addHistory(orm, second)
  const before = await orm.select().from(tasks).orderBy(tasks.id)
  await removeTask(orm, second)
  expect(await taskIdsInOrder(orm)).toEqual([first, third])
  expect([...(await endedRuns(orm))]).toEqual([])
  expect(await listTrash(orm, { limit: 5 })).toMatchObject([
    { kind: 'task', count: 1, names: [before[1]?.name], typeNames: [expect.any(String)] },
  ])
  await dropAbandonedCopies(orm, NOW)
  expect(await restoreDeletion(orm, await newest(orm))).toEqual({ tasks: 1, types: [], kept: [], kept_count: 0 })
  expect(await orm.select().from(tasks).orderBy(tasks.id)).toEqual(before)
  expect(await sizesOfOwned(orm)).toEqual(owned.map(() => 1))
  expect([...(await endedRuns(orm))]).toEqual([['Success', 1]])
  expect(await listTrash(orm, { limit: 5 })).toEqual([])
})

test('all tasks are deleted as one entry, and restored as one, in their order', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeIds = [await newType(orm), await newType(orm)]
  for (const typeId of [...typeIds, ...typeIds]) await newTask(orm, typeId)
  const before = await orm.select().from(tasks).orderBy(tasks.id)
  const order = await taskIdsInOrder(orm)
  await removeAllTasks(orm)
  expect(await orm.$count(tasks)).toBe(0)
  expect(await listTrash(orm, { limit: 5 })).toMatchObject([{ kind: 'all_tasks', count: 4 }])
  const added = await newTask(orm, typeIds[0] ?? 0)
  await restoreDeletion(orm, await newest(orm))
  expect(await taskIdsInOrder(orm)).toEqual([...order.slice(0, 2), added, ...order.slice(2)])
  await removeTask(orm, added)
  expect(await orm.select().from(tasks).orderBy(tasks.id)).toEqual(before)
})

test('a task brings back its type, and a type those that it depends on', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const base = await newType(orm, { name: 'Base' })
  const ledger = await newType(orm, { name: 'Ledger', depends_on_id: base })
  const taskId = await newTask(orm, ledger)
  await removeTask(orm, taskId)
  await removeTaskType(orm, ledger)
  await removeTaskType(orm, base)
  expect(await orm.$count(taskTypes)).toBe(0)
  expect(await restoreTasks(orm, [taskId])).toEqual({ tasks: 1, types: ['Base', 'Ledger'], kept: [], kept_count: 0 })
  const types = await orm
    .select({ name: taskTypes.name, dependsOnId: taskTypes.dependsOnId })
    .from(taskTypes)
    .orderBy(taskTypes.id)
  expect(types).toEqual([
    { name: 'Base', dependsOnId: null },
    { name: 'Ledger', dependsOnId: base },
  ])
  expect(await orm.$count(deletions)).toBe(0)
})

test('what would take a name or a pair of spreadsheets that is in use stays in the trash, with the reason', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await newType(orm, { name: 'Ledger' })
  const named = await newTask(orm, typeId, { name: 'Orders' })
  const paired = await newTask(orm, typeId, { name: 'Stock', source_ss_id: 's', target_ss_id: 't' })
  const free = await newTask(orm, typeId, { name: 'Prices' })
  await removeAllTasks(orm)
  await newTask(orm, typeId, { name: 'Orders' })
  const other = await newTask(orm, typeId, { name: 'Other', source_ss_id: 's', target_ss_id: 't' })
  const { kept, ...restored } = await restoreTasks(orm, [named])
  expect(restored).toEqual({ tasks: 1, types: [], kept_count: 2 })
  expect(kept).toEqual([
    { name: 'Orders', reason: expect.stringContaining('A task with this name already exists') },
    { name: 'Stock', reason: expect.stringContaining('these source and target spreadsheet IDs') },
  ])
  expect(await taskIdsInOrder(orm)).toContain(free)
  await expect(restoreTasks(orm, [paired])).rejects.toThrow(Refusal)
  await removeTask(orm, other)
  expect(await restoreTasks(orm, [paired])).toMatchObject({ tasks: 1, kept_count: 1 })

  await removeAllTasks(orm)
  await removeTaskType(orm, typeId)
  const namesake = await newType(orm, { name: 'Ledger' })
  await expect(restoreTasks(orm, [free])).rejects.toThrow('Another task type is now named "Ledger"')
  await updateTaskType(orm, { typeId: namesake, change: { name: 'Ledger 2' } })
  expect(await restoreTasks(orm, [free])).toMatchObject({ types: ['Ledger'] })
})

test('a write to its target is no edit for a task that was in the trash meanwhile', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const taskId = await newTask(orm, await newType(orm), { target_ss_id: 't', target_sheet_name: 'Tab' })
  await addHistory(orm, taskId)
  const target = { sheetId: 7, startRow: 1, header: [] } as unknown as (typeof dataCopies.$inferInsert)['target']
  await orm.update(dataCopies).set({ target })
  await removeTask(orm, taskId)
  await forgetLastTargets(orm, { spreadsheetId: 't', sheetId: 7 })
  expect(await orm.select({ target: dataCopies.target }).from(dataCopies)).toEqual([{ target: null }])
})

test('after 30 days, and when someone asks for it, nothing is left', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeId = await newType(orm, { name: 'Ledger' })
  const dependent = await newType(orm, { depends_on_id: typeId })
  const [old, recent] = [await newTask(orm, typeId), await newTask(orm, typeId)]
  for (const id of [old, recent]) await addHistory(orm, id)
  await removeTask(orm, old)
  await orm.update(deletions).set({ deletedAt: new Date(NOW.getTime() - 30 * DAY_MS - 1) })
  await removeTask(orm, recent)
  await orm
    .update(deletions)
    .set({ deletedAt: NOW })
    .where(eq(deletions.id, await newest(orm)))
  expect(await purgeExpired(orm, NOW)).toBe(1)
  expect(await orm.select({ id: allTasks.id }).from(allTasks)).toEqual([{ id: recent }])
  expect(await sizesOfOwned(orm)).toEqual(owned.map(() => 1))

  await removeTaskType(orm, dependent)
  await removeTaskType(orm, typeId)
  const [ofType, ofDependent, ofTask] = (await listTrash(orm, { limit: 5 })).map(({ id }) => id)
  await expect(purgeDeletion(orm, ofType ?? 0)).rejects.toThrow('1 task of it is in the trash too')
  await purgeDeletion(orm, ofTask ?? 0)
  await expect(purgeDeletion(orm, ofType ?? 0)).rejects.toThrow('in the trash depends on it')
  await purgeDeletion(orm, ofDependent ?? 0)
  await purgeDeletion(orm, ofType ?? 0)
  expect(await sizesOfOwned(orm)).toEqual(owned.map(() => 0))
  const left = await Promise.all([allTasks, allTaskTypes, deletions].map((table) => orm.$count(table)))
  expect(left).toEqual([0, 0, 0])
  await expect(restoreTasks(orm, [recent])).rejects.toThrow('This is no longer in the trash.')
})

test.skipIf(adminUrl() === undefined)(
  'what is restored is read a few times, whatever the planner expects',
  async () => {
    await using database = await openFreshDatabase()
    const { orm } = database
    const first = await newTask(orm, await newType(orm))
    // Keep the statistics of a table with a single row.
    await orm.execute('analyze')
    await addSimilarTasks(orm, first, 1000)
    await removeAllTasks(orm)
    const deletionId = await newest(orm)
    const { scanned, byIndex } = await rowsRead(orm, {
      table: 'all_tasks',
      work: (tx) => restoreDeletion(tx, deletionId),
    })
    expect(scanned + byIndex).toBeGreaterThan(1000)
    expect(scanned + byIndex).toBeLessThan(100_000)
  },
)

test('ten thousand tasks are deleted, restored and deleted for good', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await addSimilarTasks(orm, await newTask(orm, await newType(orm)), 9_999)
  const order = await taskIdsInOrder(orm)
  await removeAllTasks(orm)
  expect(await listTrash(orm, { limit: 5 })).toMatchObject([{ count: 10_000, names: { length: 50 } }])
  expect(await restoreDeletion(orm, await newest(orm))).toMatchObject({ tasks: 10_000, kept_count: 0 })
  expect(await taskIdsInOrder(orm)).toEqual(order)
  await removeAllTasks(orm)
  await purgeDeletion(orm, await newest(orm))
  expect(await orm.select({ left: count() }).from(allTasks)).toEqual([{ left: 0 }])
})
