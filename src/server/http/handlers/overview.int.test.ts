import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { overview } from '#contract/overview.ts'
import { schedules } from '#contract/schedule.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import * as table from '#server/storage/schema.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { shareApp } from '#tests/support/shared-app.ts'
import { MEMBER_EMAIL, type TestApp } from '#tests/support/test-app.ts'

/** 14:30 in New York. */
const NOW = new Date('2026-11-21T19:30:00Z')
const before = (ms: number) => new Date(NOW.getTime() - ms)

/** App that never starts runs, so inserted runs stay unchanged, and the only task type of the app. */
const test = shareApp({ now: () => NOW }).extend('idleApp', async ({ emptyApp }) => {
  await emptyApp.context.queue.drain()
  const type = await emptyApp.member.call(taskTypes.create, { body: buildTaskTypeFields({ name: 'Ledger' }) })
  return { ...emptyApp, typeId: type.id }
})

type IdleApp = TestApp & { typeId: number }

async function addTask({ member, typeId }: IdleApp, name: string, fields: object = {}) {
  const { id } = await member.call(tasks.create, {
    body: buildTaskFields({ sync_task_type_id: typeId, name, ...fields }),
  })
  return id
}

async function addRun(
  { context: { database } }: IdleApp,
  run: Partial<typeof table.runs.$inferInsert> & { taskId: number },
) {
  const defaults = { status: 'Success', waveId: randomUUID(), triggeredBy: MEMBER_EMAIL, queuedAt: NOW } as const
  const [inserted] = await database.orm
    .insert(table.runs)
    .values({ ...defaults, ...run })
    .returning({ id: table.runs.id })
  await database.orm
    .update(table.allTasks)
    .set({ currentRunId: inserted?.id ?? 0 })
    .where(eq(table.allTasks.id, run.taskId))
}

test('a new installation has nothing on its overview', async ({ idleApp: app }) => {
  expect(await app.member.call(overview.get, {})).toEqual({
    summary: { tasks_count: 0, up_to_date: 0, never_run: 0, not_run_because: null },
    attention: {
      all_inactive: null,
      low_disk: null,
      departed: [],
      incidents: [],
      incidents_count: 0,
      counts: { failed: 0, stuck: 0, held: 0, not_run: 0, warning: 0 },
      accounts: [],
    },
    in_progress: { runs: [], count: 0 },
    last_night: {
      from: '2026-11-20T23:00:00.000Z',
      to: '2026-11-21T13:00:00.000Z',
      runs: [],
      succeeded: 0,
      warnings: 0,
      failed: 0,
      stopped: 0,
    },
    next_times: [],
    freshness: { tasks_count: 0, fresh: 0, due: 0, late: 0, late_tasks: [] },
  })
})

test('tasks need attention that failed, are stuck, were held or ended with a warning, in this order', async ({
  idleApp: app,
}) => {
  const ended = { endedAt: before(10 * MINUTE_MS) }
  const warned = await addTask(app, 'Warned')
  await addRun(app, { taskId: warned, status: 'Warning', ...ended })
  const held = await addTask(app, 'Held')
  await addRun(app, { taskId: held, status: 'Warning', isHeld: true, ...ended })
  const slow = await addTask(app, 'Slow')
  await addRun(app, {
    taskId: slow,
    status: 'Running',
    attemptStartedAt: before(2 * HOUR_MS),
    queuedAt: before(3 * HOUR_MS),
  })
  const queued = await addTask(app, 'Waiting')
  await addRun(app, { taskId: queued, status: 'Queued', queuedAt: before(90 * MINUTE_MS) })
  const failed = await addTask(app, 'Broken')
  await addRun(app, { taskId: failed, status: 'Error', ...ended })
  await app.context.database.orm
    .insert(table.taskLogs)
    .values({ taskId: failed, level: 'ERROR', message: 'No such tab.', createdAt: NOW })

  const { attention } = await app.member.call(overview.get, {})
  expect(attention.incidents).toMatchObject([
    { reason: 'failed', tasks: [{ id: failed, name: 'Broken', task_type_name: 'Ledger' }], message: 'No such tab.' },
    { reason: 'stuck', tasks: [{ id: queued }, { id: slow }], since: before(90 * MINUTE_MS).toISOString() },
    { reason: 'held', tasks: [{ id: held }], since: ended.endedAt.toISOString(), message: null },
    { reason: 'warning', tasks: [{ id: warned }] },
  ])
  expect(attention.counts).toEqual({ failed: 1, stuck: 2, held: 1, not_run: 0, warning: 1 })
})

test('a task does not need attention while it retries, has only just started, or is inactive', async ({
  idleApp: app,
}) => {
  const retrying = await addTask(app, 'Retrying')
  const attempt = { queuedAt: before(3 * HOUR_MS), attemptStartedAt: before(2 * HOUR_MS) }
  await addRun(app, { taskId: retrying, status: 'Failed', nextAttemptAt: NOW, ...attempt })
  const resumed = await addTask(app, 'Resumed')
  await addRun(app, { taskId: resumed, status: 'Running', ...attempt, attemptStartedAt: before(MINUTE_MS) })
  const inactive = await addTask(app, 'Inactive', { is_active: false })
  await addRun(app, { taskId: inactive, status: 'Error', endedAt: NOW })
  const { attention, in_progress } = await app.member.call(overview.get, {})
  expect(attention.incidents).toEqual([])
  expect(in_progress).toMatchObject({ count: 2, runs: [{ id: resumed }, { id: retrying, status: 'Failed' }] })
})

test('only the most urgent tasks are listed, and all are counted', async ({ idleApp: app }) => {
  for (let number = 1; number <= 8; number++) {
    const taskId = await addTask(app, `Task ${number}`)
    await addRun(app, { taskId, status: 'Error', endedAt: before(number * MINUTE_MS) })
  }
  const { attention } = await app.member.call(overview.get, {})
  const listed = attention.incidents.flatMap(({ tasks }) => tasks.map(({ name }) => name))
  expect(listed).toEqual(['Task 1', 'Task 2', 'Task 3', 'Task 4', 'Task 5', 'Task 6'])
  expect(attention.counts.failed).toBe(8)
})

test('a task is up to date whose last scheduled run succeeded, or one since, unless it needs a person', async ({
  idleApp: app,
}) => {
  const add = async (name: string, runs: Partial<typeof table.runs.$inferInsert>[], fields: object = {}) => {
    const taskId = await addTask(app, name, fields)
    for (const run of runs) await addRun(app, { taskId, endedAt: before(MINUTE_MS), ...run })
  }
  const scheduled = { dueTime: '04:00' }
  await add('Good night', [{ ...scheduled }])
  await add('Stopped by hand since', [{ ...scheduled }, { status: 'Stopped' }])
  await add('Repaired by hand', [{ ...scheduled, status: 'Error' }, { status: 'Success' }])
  await add('Runs again', [{ ...scheduled }, { ...scheduled, status: 'Running', endedAt: null, attemptStartedAt: NOW }])
  const upToDate = 4
  await add('Bad night', [{ status: 'Success' }, { ...scheduled, status: 'Error' }])
  await add('Stopped at night', [{ status: 'Success' }, { ...scheduled, status: 'Stopped' }])
  await add('Failed by hand since', [{ ...scheduled }, { status: 'Error' }])
  await add('Undone', [
    { ...scheduled, status: 'Stopped' },
    { undo: { beforeRunId: 1, edited: 'leave', editedDigest: null } },
  ])
  await add('Never run', [])
  await add('Inactive', [{ ...scheduled }], { is_active: false })
  const { summary } = await app.member.call(overview.get, {})
  expect(summary).toEqual({ tasks_count: 9, up_to_date: upToDate, never_run: 1, not_run_because: null })
})

test('an expired account needs attention while active tasks use it', async ({ idleApp: app }) => {
  const { orm } = app.context.database
  const token = { sealed: '', scopes: [], obtainedAt: NOW, revokedAt: before(HOUR_MS) }
  await orm.insert(table.userTokens).values([
    { email: 'listed@example.com', ...token },
    { email: MEMBER_EMAIL, ...token },
    { email: 'idle@example.com', ...token },
    { email: 'fine@example.com', ...token, revokedAt: null },
  ])
  const expired = async () => (await app.member.call(overview.get, {})).attention.accounts.map(({ email }) => email)
  expect(await expired()).toEqual([])
  await addTask(app, 'Shared', { relevant_user_accounts: 'fine@example.com, Listed@example.com' })
  await addTask(app, 'Off', { relevant_user_accounts: 'idle@example.com', is_active: false })
  expect(await expired()).toEqual(['listed@example.com'])
  await addTask(app, 'Own')
  expect(await expired()).toEqual([MEMBER_EMAIL, 'listed@example.com'])
})

test("last night's result counts the runs that ended between 18:00 and 08:00", async ({ idleApp: app }) => {
  const taskId = await addTask(app, 'Nightly')
  const at = (time: string) => ({ taskId, endedAt: new Date(time) })
  await addRun(app, at('2026-11-20T22:59:59Z'))
  await addRun(app, at('2026-11-20T23:00:00Z'))
  await addRun(app, at('2026-11-21T09:00:00Z'))
  await addRun(app, { ...at('2026-11-21T09:00:01Z'), status: 'Error' })
  await addRun(app, { ...at('2026-11-21T12:59:59Z'), status: 'Stopped' })
  await addRun(app, { ...at('2026-11-21T13:00:00Z'), status: 'Warning' })
  expect((await app.member.call(overview.get, {})).last_night).toMatchObject({
    succeeded: 2,
    warnings: 0,
    failed: 1,
    stopped: 1,
  })
})

test('the next times name their task, count several, say when all tasks run, and have the next start of each interval', async ({
  idleApp: app,
}) => {
  const alone = await addTask(app, 'Alone', { scheduled_times: ['15:00', '23:00'] })
  await addTask(app, 'Other', { scheduled_times: ['23:00'] })
  await addTask(app, 'Off', { scheduled_times: ['16:00'], is_active: false })
  await app.member.call(schedules.setRunAll, { body: { scheduled_times: ['06:45'] } })
  const often = { every_minutes: 90, every_minutes_between: '18:00-22:00', scheduled_times: [] }
  await addTask(app, 'Often', often)
  await addTask(app, 'As often', often)
  const { next_times } = await app.member.call(overview.get, {})
  expect(Date.parse(next_times[1]?.at ?? '')).toBeLessThan(Date.parse('2026-11-22T00:30:00Z'))
  expect(next_times).toEqual([
    {
      at: '2026-11-21T20:00:00.000Z',
      is_run_all: false,
      every_minutes: null,
      tasks_count: 1,
      task: expect.objectContaining({ id: alone, name: 'Alone', task_type_name: 'Ledger' }),
    },
    { at: expect.any(String), is_run_all: false, every_minutes: 90, tasks_count: 2, task: null },
    { at: '2026-11-22T04:00:00.000Z', is_run_all: false, every_minutes: null, tasks_count: 2, task: null },
    { at: '2026-11-22T11:45:00.000Z', is_run_all: true, every_minutes: null, tasks_count: 4, task: null },
  ])
})

test('the overview says since when all tasks are inactive, and by whom; deactivating says what does not run tonight', async ({
  idleApp: app,
}) => {
  const { member } = app
  const id = await addTask(app, 'Orders', { scheduled_times: ['04:00', '14:00', '23:00'] })
  await addTask(app, 'Never')
  await addTask(app, 'Twice', { every_minutes: 60, every_minutes_between: '20:00-22:00' })
  await member.call(schedules.setRunAll, { body: { scheduled_times: ['23:00', '07:30'] } })
  const inactive = async () => (await member.call(overview.get, {})).attention.all_inactive
  expect(await inactive()).toBeNull()
  const reply = await member.call(tasks.toggleAllActive, { body: { target_state: false } })
  expect(reply.runs_tonight).toBe(3 + 2 + 4)
  expect(await inactive()).toEqual({ tasks_count: 3, since: NOW.toISOString(), by: MEMBER_EMAIL })
  await member.call(tasks.toggleActive, { params: { id }, body: { is_active: true } })
  expect(await inactive()).toBeNull()
})
