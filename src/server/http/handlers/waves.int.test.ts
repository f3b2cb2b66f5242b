import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { requestError } from '#engine/provider-error.ts'
import * as table from '#server/storage/schema.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { shareApp } from '#tests/support/shared-app.ts'
import { MEMBER_EMAIL, type TestApp } from '#tests/support/test-app.ts'

/** 01:00 in New York. */
const NOW = new Date('2026-11-21T06:00:00Z')
const before = (ms: number) => new Date(NOW.getTime() - ms)

/** App that never starts runs, so inserted runs stay unchanged. */
const test = shareApp({ now: () => NOW }).extend('idleApp', async ({ emptyApp }) => {
  await emptyApp.context.queue.drain()
  return emptyApp
})

async function addType({ member }: TestApp, fields: Parameters<typeof buildTaskTypeFields>[0]): Promise<number> {
  return (await member.call(api.taskTypes.create, { body: buildTaskTypeFields(fields) })).id
}

async function addTask({ member }: TestApp, typeId: number, fields: object): Promise<number> {
  const body = buildTaskFields({ sync_task_type_id: typeId, ...fields })
  return (await member.call(api.tasks.create, { body })).id
}

type NewRun = Partial<typeof table.runs.$inferInsert> & { taskId: number; waveId: string }

async function addRuns({ context: { database } }: TestApp, runs: readonly NewRun[]): Promise<void> {
  const defaults = { status: 'Success', triggeredBy: MEMBER_EMAIL } as const
  const queuedAt = before(HOUR_MS)
  const rows = runs.map((run) => ({ ...defaults, queuedAt, endedAt: before(HOUR_MS - MINUTE_MS), ...run }))
  for (const { id, taskId } of await database.orm.insert(table.runs).values(rows).returning())
    await database.orm.update(table.allTasks).set({ currentRunId: id }).where(eq(table.allTasks.id, taskId))
}

test('an installation without runs and schedules has no waves', async ({ idleApp: app }) => {
  expect(await app.member.call(api.waves.list, { query: {} })).toEqual({ upcoming: [], past: [] })
})

test('a scheduled time is one wave of its tasks, and says which will fail or stay held', async ({ idleApp: app }) => {
  const [masters, ledgers] = [await addType(app, { name: 'Masters' }), await addType(app, { name: 'Ledgers' })]
  const times = { scheduled_times: ['04:00'] }
  const healthy = await addTask(app, masters, { name: 'Airports', ...times })
  const failing = await addTask(app, ledgers, { name: 'Kraków', ...times })
  const held = await addTask(app, ledgers, { name: 'Gdańsk', ...times })
  await addTask(app, ledgers, { name: 'Later', scheduled_times: ['23:00'] })
  await addTask(app, ledgers, { name: 'Inactive', ...times, is_active: false })
  const { orm } = app.context.database
  const { failure } = requestError({ reason: 'not_found', about: { file: 'Ledger Kraków' } })
  await orm.update(table.allTasks).set({ accessFailure: failure }).where(eq(table.allTasks.id, failing))
  const failedAt = before(8 * MINUTE_MS)
  await addRuns(app, [{ taskId: failing, waveId: randomUUID(), status: 'Error', endedAt: failedAt, failure: failure }])
  await orm.insert(table.holds).values({ taskId: held, rules: [], since: before(HOUR_MS) })

  const { upcoming } = await app.member.call(api.waves.list, { query: {} })
  expect(upcoming).toMatchObject([
    {
      at: '2026-11-21T09:00:00.000Z',
      is_run_all: false,
      tasks_count: 3,
      ms: null,
      will_fail: [{ cause: 'not_found', since: failedAt.toISOString(), tasks_count: 1 }],
      held_count: 1,
      types: [
        { task_type_id: masters, task_type_name: 'Masters', tasks_count: 1 },
        { task_type_id: ledgers, task_type_name: 'Ledgers', tasks_count: 2 },
      ],
    },
    { at: '2026-11-22T04:00:00.000Z', tasks_count: 1, will_fail: [], held_count: 0 },
  ])
  const { tasks } = await app.member.call(api.waves.tasks, { query: { at: upcoming[0]?.at ?? '' } })
  expect(tasks.map(({ id, expected }) => ({ id, expected }))).toEqual([
    { id: healthy, expected: 'copy' },
    { id: failing, expected: 'fail' },
    { id: held, expected: 'hold' },
  ])
})

test('Run All is a wave of all active tasks, and an interval one of its own', async ({ idleApp: app }) => {
  const type = await addType(app, { name: 'Masters' })
  const often = await addTask(app, type, { name: 'Often', every_minutes: 60 })
  await addTask(app, type, { name: 'Daily' })
  await app.member.call(api.schedules.setRunAll, { body: { scheduled_times: ['02:00'] } })

  const { upcoming } = await app.member.call(api.waves.list, { query: {} })
  const all = upcoming.find(({ is_run_all: isRunAll }) => isRunAll)
  expect(all).toMatchObject({ at: '2026-11-21T07:00:00.000Z', every_minutes: null, tasks_count: 2 })
  const interval = upcoming.find(({ every_minutes: minutes }) => minutes === 60)
  expect(interval).toMatchObject({ is_run_all: false, tasks_count: 1, task: { id: often } })
  const query = { at: interval?.at ?? '', every_minutes: 60 }
  const { tasks } = await app.member.call(api.waves.tasks, { query })
  expect(tasks.map(({ id }) => id)).toEqual([often])
})

test('past waves of several tasks are summed, newest first; single runs and older waves are left out', async ({
  idleApp: app,
}) => {
  const type = await addType(app, { name: 'Masters' })
  const [one, two] = [await addTask(app, type, { name: 'One' }), await addTask(app, type, { name: 'Two' })]
  const [older, newer, old, single] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const ended = (hours: number) => ({ queuedAt: before(hours * HOUR_MS), endedAt: before(hours * HOUR_MS - MINUTE_MS) })
  await addRuns(app, [
    { taskId: one, waveId: old, ...ended(30) },
    { taskId: two, waveId: old, ...ended(30) },
    { taskId: one, waveId: older, ...ended(5), status: 'Warning', isHeld: true },
    { taskId: two, waveId: older, ...ended(5), status: 'Error' },
    { taskId: one, waveId: newer, ...ended(2), cellsChanged: 3 },
    { taskId: two, waveId: newer, ...ended(2), cellsChanged: 4 },
    { taskId: one, waveId: single, ...ended(1) },
  ])
  const none = { in_progress: 0, succeeded: 0, warnings: 0, failed: 0, stopped: 0, held: 0, cells_changed: 0 }
  const common = { triggered_by: MEMBER_EMAIL, tasks_count: 2, is_undo: false }
  const { past } = await app.member.call(api.waves.list, { query: {} })
  expect(past).toEqual([
    { ...none, ...common, id: newer, at: before(2 * HOUR_MS).toISOString(), succeeded: 2, cells_changed: 7 },
    { ...none, ...common, id: older, at: before(5 * HOUR_MS).toISOString(), failed: 1, held: 1 },
  ])
  expect((await app.member.call(api.waves.list, { query: { hours: 40 } })).past.map(({ id }) => id)).toContain(old)
  const { runs } = await app.member.call(api.runs.list, { query: { wave_id: old } })
  expect(runs.map(({ task_id }) => task_id)).toEqual([two, one])
  expect((await app.member.send(api.runs.list, { query: { wave_id: 'tonight' } })).status).toBe(400)
})
