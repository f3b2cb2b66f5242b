import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { DAY_MS } from '#domain/time.ts'
import { requestError } from '#engine/provider-error.ts'
import { closeIncidents, openIncidents } from '#server/alerts/incidents.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import { alertIncidents } from '#server/storage/schema.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { reportFailure } from '#tests/support/report-failure.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let shiftMs = 0
beforeAll(async () => {
  // The test makes the alerts itself.
  app = await startTestApp({ now: () => new Date(Date.now() + shiftMs) })
})
afterAll(() => app[Symbol.asyncDispose]())
afterEach(async () => {
  await app.context.database.orm.delete(alertIncidents)
})

/** Lets days pass. Sessions end meanwhile, so the member signs in again. */
async function pass(days: number): Promise<void> {
  shiftMs += days * DAY_MS
  await app.member.signIn(MEMBER_EMAIL)
}

async function newTask(name?: string) {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  return await app.member.call(api.tasks.create, {
    body: buildTaskFields({ sync_task_type_id: type.id, ...(name !== undefined && { name }) }),
  })
}

const listIncidents = async ({ id }: { id: number }) =>
  (await app.member.call(api.incidents.ofTask, { params: { id } })).incidents

/** Returns the titles of the alerts made now. */
async function alertsNow(): Promise<string[]> {
  const { database, now, snoozeLinks } = app.context
  const made = await makeAlerts(database.orm, { now: now(), snoozePath: snoozeLinks.buildPath })
  return made.map(({ title }) => title)
}

const formatTitle = (task: Task) => withTypeName(task.name, task.task_type.name)
const failed = (task: Task) => `${formatTitle(task)} failed`

test('opening the link of an alert changes nothing; it is snoozed once someone confirms', async () => {
  const task = await newTask('Invoices')
  const link = await reportFailure(app.context, task)
  const opened = await app.member.call(api.incidents.alert, { query: { link } })
  expect(opened).toMatchObject({ title: failed(task), open_count: 1, snooze: null })
  expect(await listIncidents(task)).toMatchObject([{ kind: 'failed', snooze: null }])
  expect(await app.member.call(api.incidents.snooze, { body: { link, snooze: 'week' } })).toEqual({
    status: 'success',
    message: 'No more alerts about this for 7 days.',
  })
  const until = expect.stringMatching(/Z$/)
  expect(await listIncidents(task)).toMatchObject([{ snooze: 'week', snoozed_until: until, snoozed_by: MEMBER_EMAIL }])
})

test('an incident that outlasts its snooze is reported again', async () => {
  const task = await newTask('Outlasting')
  const link = await reportFailure(app.context, task)
  await app.member.call(api.incidents.snooze, { body: { link, snooze: 'day' } })
  await pass(0.5)
  expect(await alertsNow()).toEqual([])
  await pass(1)
  expect(await alertsNow()).toEqual([failed(task)])
  expect(await listIncidents(task)).toMatchObject([{ snooze: null, snoozed_by: null }])
})

test('a snooze also covers other tasks with the same cause, and ends for all of them', async () => {
  const { failure: cause } = requestError({ reason: 'unauthenticated', about: { account: 'robot@example.com' } })
  const [one, other] = [await newTask('One'), await newTask('Other')]
  const link = await reportFailure(app.context, one, cause)
  await app.member.call(api.incidents.snooze, { body: { link, snooze: 'until_recovered' } })
  const { orm } = app.context.database
  await openIncidents(orm, [{ kind: 'failed', taskId: other.id, failure: cause }], app.context.now())
  await pass(10)
  expect(await alertsNow()).toEqual([])
  expect(await listIncidents(other)).toMatchObject([{ snooze: 'until_recovered', snoozed_until: null }])
  expect(await app.member.call(api.incidents.wake, { params: { id: one.id } })).toEqual({
    status: 'success',
    message: 'Alerts about 2 tasks are on again.',
  })
  expect(await alertsNow()).toEqual([failed(other)])
  expect(await app.member.call(api.incidents.wake, { params: { id: one.id } })).toMatchObject({ status: 'warning' })
})

test('what fails again within its snooze is not reported', async () => {
  const task = await newTask('Flapping')
  const link = await reportFailure(app.context, task)
  await app.member.call(api.incidents.snooze, { body: { link, snooze: 'week' } })
  const { orm } = app.context.database
  await closeIncidents(orm, { taskId: task.id, isSuccess: true, now: app.context.now() })
  await pass(1)
  expect(await alertsNow()).toEqual([`${formatTitle(task)} recovered`])
  await openIncidents(orm, [{ kind: 'failed', taskId: task.id, failure: { cause: 'unexpected' } }], app.context.now())
  await pass(1)
  expect(await alertsNow()).toEqual([])
  await pass(7)
  expect(await alertsNow()).toEqual([failed(task)])
})

test('nothing is left to snooze once everything has recovered', async () => {
  const task = await newTask('Recovered')
  const link = await reportFailure(app.context, task)
  await closeIncidents(app.context.database.orm, { taskId: task.id, isSuccess: true, now: app.context.now() })
  expect(await app.member.call(api.incidents.snooze, { body: { link, snooze: 'day' } })).toEqual({
    status: 'warning',
    message: 'Everything in this alert has recovered.',
  })
})

test('a link needs a sign-in, and is refused when it was altered or is older than two weeks', async () => {
  const link = await reportFailure(app.context, await newTask())
  expect((await app.visitor.send(api.incidents.alert, { query: { link } })).status).toBe(401)
  expect((await app.visitor.send(api.incidents.snooze, { body: { link, snooze: 'day' } })).status).toBe(401)
  expect((await app.member.send(api.incidents.alert, { query: { link: `${link}x` } })).status).toBe(404)
  await pass(15)
  expect((await app.member.send(api.incidents.snooze, { body: { link, snooze: 'day' } })).status).toBe(404)
})
