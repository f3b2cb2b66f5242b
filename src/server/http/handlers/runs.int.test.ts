import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { runs } from '#contract/run.ts'
import { schedules } from '#contract/schedule.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { HOUR_MS } from '#domain/time.ts'
import * as table from '#server/storage/schema.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { MEMBER_EMAIL, type TestApp } from '#tests/support/test-app.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

async function addTask({ member }: TestApp, said: { scheduled_times?: string[]; is_active?: boolean } = {}) {
  const type = await member.call(taskTypes.create, { body: buildTaskTypeFields({ name: 'Ledger' }) })
  return member.call(tasks.create, { body: buildTaskFields({ sync_task_type_id: type.id, name: 'Orders', ...said }) })
}

async function addRun({ context }: TestApp, said: Pick<typeof table.runs.$inferInsert, 'taskId'> & { hours: number }) {
  const at = hoursAgo(said.hours)
  const times = { queuedAt: at, startedAt: at, endedAt: new Date(at.getTime() + 90_000) }
  const run = { status: 'Success', waveId: randomUUID(), triggeredBy: 'jo@example.com', rowsDone: 40 } as const
  await context.database.orm.insert(table.runs).values({ ...run, ...times, taskId: said.taskId })
}

test('the runs of the last hours are listed newest first, with their results', async ({ emptyApp: app }) => {
  const { member } = app
  const { id, sync_task_type_id } = await addTask(app)
  for (const hours of [30, 3]) await addRun(app, { taskId: id, hours })
  await runToEnd(member, id)
  const listed = await member.call(runs.list, { query: {} })
  const ofTask = { task_id: id, task_name: 'Orders', task_type_id: sync_task_type_id, task_type_name: 'Ledger' }
  expect(listed).toMatchObject({
    is_cut: false,
    runs: [
      { ...ofTask, status: 'Error', triggered_by: MEMBER_EMAIL, ended_at: expect.any(String) },
      { ...ofTask, status: 'Success', triggered_by: 'jo@example.com', elapsed_seconds: 90, rows: 40 },
    ],
  })
  const counts = [2, 168].map(async (hours) => (await member.call(runs.list, { query: { hours } })).runs.length)
  expect(await Promise.all(counts)).toEqual([1, 3])
})

test('the last runs of one task are listed whenever they were, at most as many as asked for', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const { id, sync_task_type_id } = await addTask(app)
  const fields = buildTaskFields({ sync_task_type_id, name: 'Returns', target_ss_id: 'another-target' })
  const other = await member.call(tasks.create, { body: fields })
  for (const hours of [900, 30, 3]) await addRun(app, { taskId: id, hours })
  await addRun(app, { taskId: other.id, hours: 1 })
  const listed = async (limit: number) => member.call(runs.list, { query: { task_id: id, limit } })
  expect((await listed(3)).runs.map(({ task_id }) => task_id)).toEqual([id, id, id])
  expect(await listed(3)).toMatchObject({ is_cut: false })
  const last = await listed(2)
  expect(last.is_cut).toBe(true)
  const startedAt = last.runs.map(({ started_at }) => started_at)
  expect(startedAt).toEqual(startedAt.toSorted().reverse())
  expect((await member.call(runs.list, { query: { task_id: 999_999 } })).runs).toEqual([])
})

test('the run history is for members and covers at most a week', async ({ emptyApp: app }) => {
  expect((await app.visitor.send(runs.list, { query: {} })).status).toBe(401)
  expect((await app.visitor.send(runs.timeline, { query: {} })).status).toBe(401)
  for (const hours of [0, 169, 1.5]) {
    expect((await app.member.send(runs.list, { query: { hours } })).status).toBe(400)
    expect((await app.member.send(runs.timeline, { query: { hours } })).status).toBe(400)
  }
})

test('a task lists its last ten runs, oldest first', async ({ emptyApp: app }) => {
  const { id } = await addTask(app)
  for (let hours = 12; hours > 0; hours -= 1) await addRun(app, { taskId: id, hours })
  const { recent_runs } = await app.member.call(tasks.get, { params: { id } })
  expect(recent_runs).toHaveLength(10)
  const startedAt = recent_runs.map(({ started_at }) => started_at)
  expect(startedAt).toEqual(startedAt.toSorted())
  expect(recent_runs[0]).toMatchObject({ status: 'Success', seconds: 90 })
  const { syncTasks } = await app.member.call(tasks.list, { query: {} })
  expect(syncTasks[0]?.recent_runs).toEqual(recent_runs)
})

test('the next run of an active task is the earliest of its own times and those of Run All', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const params = { id: (await addTask(app, { scheduled_times: ['04:05'] })).id }
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })
  const nextRun = async () => {
    const { next_run_at } = await member.call(tasks.get, { params })
    return next_run_at && clock.format(new Date(next_run_at))
  }
  expect(await nextRun()).toBe('04:05')
  await member.call(tasks.update, { params, body: { scheduled_times: [] } })
  expect(await nextRun()).toBeNull()
  await member.call(schedules.setRunAll, { body: { scheduled_times: ['06:30'] } })
  expect(await nextRun()).toBe('06:30')
  await member.call(tasks.toggleActive, { params, body: { is_active: false } })
  expect(await nextRun()).toBeNull()
})

test('the timeline has a bar for each run, or for those that are close to each other, by task type', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const { id, sync_task_type_id } = await addTask(app)
  for (const hours of [30, 3]) await addRun(app, { taskId: id, hours })
  await runToEnd(member, id)
  const { lanes } = await member.call(runs.timeline, { query: { hours: 6 } })
  const bar = { track: 0, runs_count: 1, task_names: ['Orders'], has_more_tasks: false }
  const [{ runs: listed }, [lane]] = [await member.call(runs.list, { query: { hours: 6 } }), lanes]
  expect(lanes).toMatchObject([
    {
      ...{ task_type_id: sync_task_type_id, task_type_name: 'Ledger', runs_count: 2, errors_count: 1 },
      bars: [
        { ...bar, statuses: [{ status: 'Success', count: 1 }], run: { rows: 40, elapsed_seconds: 90 } },
        { ...bar, statuses: [{ status: 'Error', count: 1 }], run: { status: 'Error', triggered_by: MEMBER_EMAIL } },
      ],
    },
  ])
  expect(lane?.bars.map(({ from, to, run }) => [from, to, run])).toEqual(
    listed.toReversed().map((run) => [run.started_at, run.ended_at, run]),
  )
  expect((await member.call(runs.timeline, { query: { hours: 168 } })).lanes[0]?.runs_count).toBe(3)
})

test('the timeline counts tens of thousands of runs, and is small', async ({ emptyApp: app }) => {
  const { member, context } = app
  const { id } = await addTask(app)
  await context.database.orm.execute(sql`
    insert into ${table.runs} (task_id, wave_id, triggered_by, status, queued_at, started_at, ended_at)
    select ${id}, ${randomUUID()}, 'jo@example.com', case at when 7 then 'Error' else 'Success' end,
      started_at, started_at, started_at + interval '2 seconds'
    from generate_series(0, 19999) as at, lateral (select now() - (at + 1) * interval '3 seconds' as started_at) as times`)
  const { lanes } = await member.call(runs.timeline, { query: { hours: 24 } })
  const [lane] = lanes
  expect(lane).toMatchObject({ runs_count: 20_000, errors_count: 1 })
  expect(lane?.bars.reduce((sum, { runs_count }) => sum + runs_count, 0)).toBe(20_000)
  // Four tracks of bars. Each bar takes 0.6 % of the period.
  expect(lane?.bars.length).toBeLessThan(4 * 167)
  const [failed] = lane?.bars.filter(({ statuses }) => statuses.some(({ status }) => status === 'Error')) ?? []
  expect(failed?.run.status).toBe('Error')
})
