import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityEntry } from '#contract/activity.ts'
import { api } from '#contract/api.ts'
import type { TokenScope } from '#contract/api-token.ts'
import { isChange } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import type { TaskFields } from '#contract/task-fields.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { DAY_MS } from '#domain/time.ts'
import { removeOldActivity } from '#server/activity/list-activity.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { activity, holds, taskChanges } from '#server/storage/schema.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { reportFailure } from '#tests/support/report-failure.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { namedRoutes } from './docs/openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const newType = () => app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
const newTask = async (fields: Partial<TaskFields> = {}) =>
  app.member.call(api.tasks.create, {
    body: buildTaskFields({ sync_task_type_id: (await newType()).id, ...fields }),
  })
const toParams = ({ id }: { id: number }) => ({ params: { id } })
const csvForm = (content: string) => {
  const form = new FormData()
  form.set('file', new Blob([content], { type: 'text/csv' }), 'import.csv')
  return form
}
let tokensMade = 0
async function newToken(scope: TokenScope) {
  tokensMade += 1
  return app.member.call(api.apiTokens.create, { body: { name: `nightly export ${tokensMade}`, scope } })
}
let channelsMade = 0
async function newChannel() {
  channelsMade += 1
  const body = {
    name: `Operations ${channelsMade}`,
    kind: 'webhook',
    url: 'https://hooks.example.com/services/1234567',
  } as const
  return app.member.call(api.alertChannels.create, { body })
}
const formatTitle = ({ name, task_type: type }: Pick<Task, 'name' | 'task_type'>) => withTypeName(name, type.name)

/** A task whose run stays in progress for a minute, unless it is stopped. */
async function queuedTask() {
  const task = await newTask()
  // Delay the replies: the files do not exist, so any reply would end the run.
  for (const spreadsheetId of [task.source_ss_id, task.target_ss_id])
    app.emulator.faults.add({ spreadsheetId, effect: { answer: 'delayed', delayMs: 60_000 } })
  await app.member.call(api.tasks.execute, { ...toParams(task), body: {} })
  return task
}

async function newestInTrash() {
  const { entries } = await app.member.call(api.trash.list, { query: {} })
  return entries[0] ?? { id: 0 }
}

/** A task with an alert, and the link to snooze it. */
async function reportedTask() {
  const task = await newTask()
  return { task, link: await reportFailure(app.context, task) }
}

const list = (query: Parameters<typeof listed>[0] = {}) => listed(query)
const listed = (query: { kind?: ActivityEntry['kind']; who?: string; task_id?: number; limit?: number }) =>
  app.member.call(api.activity.list, { query })

/** Calls for each change of the API, with the expected text of the entry. */
const changes: Record<string, () => Promise<Partial<ActivityEntry>>> = {
  async 'tasks.create'() {
    const task = await newTask({ name: 'Ledger' })
    const after = { field: 'name', before: null, after: 'Ledger' }
    return { subject: formatTitle(task), count: 1, task_ids: [task.id], changes: expect.arrayContaining([after]) }
  },
  async 'tasks.update'() {
    const task = await newTask({ notes: 'old' })
    await app.member.call(api.tasks.update, { ...toParams(task), body: { notes: 'new' } })
    return { task_ids: [task.id], changes: [{ field: 'notes', before: 'old', after: 'new' }] }
  },
  async 'tasks.remove'() {
    const task = await newTask({ name: 'Going' })
    await app.member.send(api.tasks.remove, toParams(task))
    const before = { field: 'name', before: 'Going', after: null }
    return { subject: formatTitle(task), task_ids: [task.id], changes: expect.arrayContaining([before]) }
  },
  async 'tasks.execute'() {
    const task = await queuedTask()
    return { task_ids: [task.id], subject: formatTitle(task) }
  },
  async 'holds.accept'() {
    const task = await newTask()
    const rules: Hold[] = [{ cause: 'source_empty' }]
    const { orm } = app.context.database
    const [hold] = await orm.insert(holds).values({ taskId: task.id, rules, since: new Date() }).returning()
    await app.member.call(api.holds.accept, { body: { ids: [hold?.id ?? 0] } })
    return { task_ids: [task.id], changes: [{ field: 'allow_shrink', before: null, after: 'true' }] }
  },
  async 'holds.takeOver'() {
    const task = await newTask()
    const { orm } = app.context.database
    await orm.update(tasks).set({ owner: 'ann@example.com' }).where(eq(tasks.id, task.id))
    const rules: Hold[] = [{ cause: 'owner_left', person: 'ann@example.com' }]
    const [hold] = await orm.insert(holds).values({ taskId: task.id, rules, since: new Date() }).returning()
    await app.member.call(api.holds.takeOver, { body: { ids: [hold?.id ?? 0] } })
    return { task_ids: [task.id], changes: [{ field: 'owner', before: 'ann@example.com', after: MEMBER_EMAIL }] }
  },
  async 'previews.start'() {
    const task = await newTask()
    await app.member.call(api.previews.start, { body: { task_ids: [task.id] } })
    return { task_ids: [task.id], subject: formatTitle(task) }
  },
  async 'previews.run'() {
    const task = await newTask()
    const preview = await app.member.call(api.previews.start, { body: { task_ids: [task.id] } })
    await app.member.call(api.previews.run, { ...toParams(preview), body: { task_ids: [task.id] } })
    return { task_ids: [task.id], subject: formatTitle(task) }
  },
  async 'incidents.snooze'() {
    const { task, link } = await reportedTask()
    await app.member.call(api.incidents.snooze, { body: { link, snooze: 'week' } })
    const snoozed = { field: 'snooze', before: null, after: 'week' }
    return { task_ids: [task.id], subject: `${formatTitle(task)} failed`, changes: [snoozed] }
  },
  async 'incidents.wake'() {
    const { task, link } = await reportedTask()
    await app.member.call(api.incidents.snooze, { body: { link, snooze: 'day' } })
    await app.member.call(api.incidents.wake, toParams(task))
    return { task_ids: [task.id], subject: formatTitle(task) }
  },
  async 'tasks.executeAll'() {
    const task = await newTask()
    await app.member.call(api.tasks.executeAll, {})
    return { task_ids: expect.arrayContaining([task.id]) }
  },
  async 'incidents.runAgain'() {
    const { task } = await reportedTask()
    await app.member.call(api.tasks.execute, { ...toParams(task), body: {} })
    await eventually({
      what: 'the end of its run',
      read: () => app.member.call(api.tasks.get, toParams(task)),
      until: ({ task_status }) => task_status === 'Error',
    })
    await app.member.call(api.incidents.runAgain, toParams(task))
    return { task_ids: expect.arrayContaining([task.id]), subject: expect.stringMatching(/ failed$/) }
  },
  async 'tasks.stop'() {
    const task = await queuedTask()
    await app.member.call(api.tasks.stop, toParams(task))
    return { task_ids: [task.id] }
  },
  async 'tasks.stopAll'() {
    const task = await queuedTask()
    await app.member.call(api.tasks.stopAll, {})
    return { task_ids: expect.arrayContaining([task.id]) }
  },
  async 'tasks.toggleActive'() {
    const task = await newTask()
    await app.member.call(api.tasks.toggleActive, { ...toParams(task), body: { is_active: false } })
    return { task_ids: [task.id], changes: [{ field: 'is_active', before: 'true', after: 'false' }] }
  },
  async 'tasks.toggleAllActive'() {
    const [one, other] = [await newTask(), await newTask()]
    const body = { target_state: false, task_ids: [one.id, other.id] }
    await app.member.call(api.tasks.toggleAllActive, { body })
    return { count: 2, names: expect.arrayContaining([formatTitle(one), formatTitle(other)]) }
  },
  async 'selectedTasks.execute'() {
    const [one, other] = [await newTask(), await newTask()]
    await app.member.call(api.selectedTasks.execute, { body: { task_ids: [one.id, other.id] } })
    return { count: 2, names: expect.arrayContaining([formatTitle(one), formatTitle(other)]) }
  },
  async 'selectedTasks.stop'() {
    const task = await queuedTask()
    await app.member.call(api.selectedTasks.stop, { body: { task_ids: [task.id] } })
    return { task_ids: [task.id] }
  },
  async 'selectedTasks.remove'() {
    const [one, other] = [await newTask(), await newTask()]
    await app.member.call(api.selectedTasks.remove, { body: { task_ids: [one.id, other.id] } })
    return { count: 2, names: expect.arrayContaining([formatTitle(one), formatTitle(other)]) }
  },
  async 'tasks.reposition'() {
    const first = await newTask()
    const second = await newTask({ sync_task_type_id: first.sync_task_type_id })
    await app.member.call(api.tasks.reposition, { ...toParams(second), body: { action: 'up' } })
    return { task_ids: [second.id], changes: [{ field: 'position', before: '2', after: '1' }] }
  },
  async 'tasks.importCsv'() {
    const { name } = await newType()
    const rows = ['name,task_type,source_ss_id,target_ss_id', `From file,${name},file-source,file-target`]
    await app.member.fetch(api.tasks.importCsv.path, { method: 'POST', body: csvForm(rows.join('\n')) })
    return {
      count: 1,
      names: [`From file (${name})`],
      changes: expect.arrayContaining([{ field: 'created', before: null, after: '1' }]),
    }
  },
  async 'tasks.removeAll'() {
    const task = await newTask()
    await app.member.call(api.tasks.stopAll, {})
    await eventually({
      what: 'the end of all runs',
      read: () => app.member.send(api.tasks.removeAll, {}),
      until: ({ status }) => status === 204,
    })
    return { task_ids: expect.arrayContaining([task.id]), names: expect.arrayContaining([formatTitle(task)]) }
  },
  async 'trash.restore'() {
    const type = await newType()
    await app.member.send(api.taskTypes.remove, toParams(type))
    await app.member.call(api.trash.restore, toParams(await newestInTrash()))
    return { subject: type.name, count: 1 }
  },
  async 'trash.restoreTasks'() {
    const task = await newTask()
    await app.member.send(api.tasks.remove, toParams(task))
    await app.member.call(api.trash.restoreTasks, { body: { task_ids: [task.id] } })
    return { subject: formatTitle(task), task_ids: [task.id] }
  },
  async 'trash.remove'() {
    const task = await newTask()
    await app.member.send(api.tasks.remove, toParams(task))
    await app.member.send(api.trash.remove, toParams(await newestInTrash()))
    return { subject: formatTitle(task), task_ids: [task.id] }
  },
  async 'taskChanges.revert'() {
    const task = await newTask({ notes: 'old' })
    await app.member.call(api.tasks.update, { ...toParams(task), body: { notes: 'new' } })
    const change = (await list({ task_id: task.id })).entries[0]?.id ?? 0
    await app.member.call(api.taskChanges.revert, { params: { id: task.id, change } })
    return { task_ids: [task.id], changes: [{ field: 'notes', before: 'new', after: 'old' }] }
  },
  async 'activity.undo'() {
    const { name } = await newType()
    const rows = ['name,task_type,source_ss_id,target_ss_id', `Undone,${name},undone-source,undone-target`]
    await app.member.fetch(api.tasks.importCsv.path, { method: 'POST', body: csvForm(rows.join('\n')) })
    const id = (await list({ kind: 'tasks_imported' })).entries[0]?.id ?? 0
    await app.member.call(api.activity.undo, { params: { id } })
    return {
      names: [`Undone (${name})`],
      changes: expect.arrayContaining([{ field: 'deleted', before: null, after: '1' }]),
    }
  },
  async 'taskTypes.create'() {
    const { name } = await newType()
    return { subject: name, changes: expect.arrayContaining([{ field: 'name', before: null, after: name }]) }
  },
  async 'taskTypes.update'() {
    const type = await newType()
    await app.member.call(api.taskTypes.update, { ...toParams(type), body: { max_retries: 9 } })
    return { subject: type.name, changes: [{ field: 'max_retries', before: expect.any(String), after: '9' }] }
  },
  async 'taskTypes.remove'() {
    const type = await newType()
    await app.member.send(api.taskTypes.remove, toParams(type))
    return { subject: type.name }
  },
  async 'taskTypes.reorder'() {
    await newType()
    await newType()
    const order = (await app.member.call(api.taskTypes.list, {})).map(({ id }) => id).toReversed()
    await app.member.call(api.taskTypes.reorder, { body: { order } })
    return { count: order.length, changes: [expect.objectContaining({ field: 'order' })] }
  },
  async 'taskTypes.runGroup'() {
    const task = await newTask()
    await app.member.call(api.taskTypes.runGroup, { params: { id: task.sync_task_type_id } })
    return { task_ids: [task.id] }
  },
  async 'taskTypes.stopGroup'() {
    const task = await queuedTask()
    await app.member.call(api.taskTypes.stopGroup, { params: { id: task.sync_task_type_id } })
    return { task_ids: [task.id] }
  },
  async 'taskTypes.importCsv'() {
    await app.member.fetch(api.taskTypes.importCsv.path, { method: 'POST', body: csvForm('name\nFrom a file') })
    return { names: ['From a file'] }
  },
  async 'taskLogs.clear'() {
    const task = await queuedTask()
    await app.member.send(api.taskLogs.clear, toParams(task))
    return { subject: formatTitle(task), task_ids: [task.id], count: expect.any(Number) }
  },
  async 'schedules.setRunAll'() {
    await app.member.call(api.schedules.setRunAll, { body: { scheduled_times: ['04:00'] } })
    return { subject: 'Run All', changes: [{ field: 'times', before: '', after: '04:00' }] }
  },
  async 'pauses.set'() {
    const until = new Date(Date.now() + DAY_MS).toISOString()
    await app.member.call(api.pauses.set, { body: { until } })
    return { subject: 'Everything', changes: [{ field: 'until', before: null, after: until }] }
  },
  async 'pauses.end'() {
    await app.member.call(api.pauses.set, { body: { until: new Date(Date.now() + DAY_MS).toISOString() } })
    await app.member.call(api.pauses.end, {})
    return { subject: 'Everything', changes: [{ field: 'until', before: expect.any(String), after: null }] }
  },
  async 'devLogs.clear'() {
    await app.member.send(api.devLogs.clear, { query: { file: 'nano_sync_err' } })
    return { subject: 'nano_sync_err' }
  },
  async 'access.update'() {
    await app.member.call(api.access.update, { body: { lending: 'everyone' } })
    return { subject: MEMBER_EMAIL, changes: [expect.objectContaining({ field: 'lending', after: 'everyone' })] }
  },
  async 'sessions.end'() {
    const elsewhere = app.newVisitor()
    await elsewhere.signIn(MEMBER_EMAIL)
    const { id } = (await app.member.call(api.sessions.list, {})).find(({ is_current }) => !is_current) ?? { id: '' }
    await app.member.send(api.sessions.end, { params: { id } })
    return { count: 1 }
  },
  async 'sessions.endAll'() {
    const elsewhere = app.newVisitor()
    await elsewhere.signIn(MEMBER_EMAIL)
    await app.member.send(api.sessions.endAll, { query: {} })
    await app.member.signIn(MEMBER_EMAIL)
    return { count: 2 }
  },
  async 'alertChannels.create'() {
    const { name } = await newChannel()
    const changes = expect.arrayContaining([{ field: 'url', before: null, after: 'hooks.example.com/…4567' }])
    return { subject: name, count: 1, changes }
  },
  async 'alertChannels.update'() {
    const channel = await newChannel()
    await app.member.call(api.alertChannels.update, { ...toParams(channel), body: { digest: 'always' } })
    return { subject: channel.name, changes: [{ field: 'digest', before: 'problems', after: 'always' }] }
  },
  async 'alertChannels.remove'() {
    const channel = await newChannel()
    await app.member.send(api.alertChannels.remove, toParams(channel))
    return { subject: channel.name, count: 1 }
  },
  async 'alertChannels.replaceSecret'() {
    const channel = await newChannel()
    await app.member.call(api.alertChannels.replaceSecret, toParams(channel))
    return { subject: channel.name, count: 1 }
  },
  async 'myAlerts.update'() {
    await app.member.call(api.myAlerts.update, { body: { tasks: [], kinds: ['failed'], quiet_hours: null } })
    return { subject: MEMBER_EMAIL, count: 1, changes: [{ field: 'kinds', before: '', after: 'failed' }] }
  },
  async 'auth.logout'() {
    const elsewhere = app.newVisitor()
    await elsewhere.signIn(MEMBER_EMAIL)
    await elsewhere.send(api.auth.logout, {})
    return { subject: MEMBER_EMAIL, count: 1 }
  },
  async 'apiTokens.create'() {
    const { name } = await newToken('manage')
    return { subject: name, count: 1 }
  },
  async 'apiTokens.revoke'() {
    const token = await newToken('read')
    await app.member.send(api.apiTokens.revoke, toParams(token))
    return { subject: token.name, count: 1 }
  },
}

/** Changes covered by other tests, with the reason. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'access.disconnect': 'needs a sign-in provider that grants access: lent-access.int.test.ts',
  'alertChannels.resend': 'needs an alert: alert-channels.int.test.ts',
  'googleSetup.saveKey': 'needs a key: google-setup.int.test.ts',
  'googleSetup.removeKey': 'needs a key: google-setup.int.test.ts',
  'changeSets.undo': 'needs a run that wrote: undos.int.test.ts',
  'undos.create': 'needs runs that wrote: undo-waves.int.test.ts',
  'tasks.resetRunningStatus': 'needs a node that was lost: lost-nodes.int.test.ts',
}

const recordedRoutes = namedRoutes().filter(
  ({ name, route }) => isChange(route) && route.activity !== 'none' && !(name in testedElsewhere),
)

test.each(recordedRoutes)(
  '$name is recorded with who did it, from where, and what changed',
  async ({ name, route }) => {
    const expected = await changes[name]?.()
    if (!expected) throw new Error(`Add a case for ${name} to this test`)
    const kind = route.activity === 'none' ? undefined : route.activity
    const found = await eventually({
      what: 'the entry',
      read: () => list({ ...(kind && { kind }), limit: 5 }),
      until: ({ entries }) => entries.some((entry) => matches(entry, expected)),
    })
    const entry = found.entries.find((each) => matches(each, expected))
    expect(entry).toMatchObject({ kind, who: MEMBER_EMAIL, origin: 'browser', token_name: null, address: '127.0.0.1' })
  },
)

function matches(entry: ActivityEntry, expected: object): boolean {
  try {
    expect(entry).toMatchObject(expected)
    return true
  } catch {
    return false
  }
}

test('a change made with an API token names the token', async () => {
  const task = await newTask()
  const { name, token } = await newToken('manage')
  const response = await fetch(`${app.url}/api/sync_tasks/${task.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(204)
  const { entries } = await list({ kind: 'task_deleted', task_id: task.id })
  expect(entries).toMatchObject([{ who: MEMBER_EMAIL, origin: 'token', token_name: name, subject: formatTitle(task) }])
})

test('a change that is refused, or changes nothing, is not recorded', async () => {
  const task = await newTask()
  const before = (await list()).entries[0]?.id
  await app.member.call(api.tasks.update, { ...toParams(task), body: { notes: task.notes } })
  await app.member.call(api.tasks.toggleActive, { ...toParams(task), body: { is_active: true } })
  expect(
    (await app.member.send(api.tasks.update, { ...toParams(task), body: { name: 'x'.repeat(1000) } })).status,
  ).toBe(400)
  expect((await app.visitor.send(api.tasks.remove, toParams(task))).status).toBe(401)
  expect((await list()).entries[0]?.id).toBe(before)
})

test('the list is filtered by task, person and kind, and read page by page', async () => {
  const task = await newTask({ notes: '1' })
  for (const notes of ['2', '3']) await app.member.call(api.tasks.update, { ...toParams(task), body: { notes } })
  const ofTask = await list({ task_id: task.id })
  expect(ofTask.entries.map(({ kind }) => kind)).toEqual(['task_changed', 'task_changed', 'task_created'])
  expect((await list({ task_id: task.id, kind: 'task_created' })).entries).toHaveLength(1)
  expect((await list({ task_id: task.id, who: MEMBER_EMAIL.toUpperCase() })).entries).toHaveLength(3)
  expect((await list({ task_id: task.id, who: 'grace' })).entries).toEqual([])
  const first = await app.member.call(api.activity.list, { query: { task_id: task.id, limit: 2 } })
  const query = { task_id: task.id, limit: 2, before_id: first.entries[1]?.id ?? 0 }
  const second = await app.member.call(api.activity.list, { query })
  expect([first.has_more, second.has_more]).toEqual([true, false])
  expect([...first.entries, ...second.entries]).toEqual(ofTask.entries)
})

test('the export holds the same entries, and no field that a spreadsheet program would take for a formula', async () => {
  const task = await newTask({ name: '=1+1' })
  const response = await app.member.fetch(`${api.activity.exportCsv.path}?task_id=${task.id}`)
  expect(response.headers.get('content-type')).toContain('text/csv')
  const [header, row] = (await response.text()).split('\n')
  expect(header).toBe('time,who,from,token,address,what,subject,count,names,changes')
  expect(row).toContain(`${MEMBER_EMAIL},browser,,127.0.0.1,Task created,'${formatTitle(task)},1,'${formatTitle(task)}`)
})

test('a sign-in is recorded, and signing out without a session is not', async () => {
  const visitor = app.newVisitor()
  await visitor.signIn('grace@example.com')
  const signedIn = await list({ kind: 'signed_in', who: 'grace@' })
  expect(signedIn.entries).toMatchObject([{ who: 'grace@example.com', origin: 'browser', address: '127.0.0.1' }])
  const before = await list({ kind: 'signed_out' })
  await app.newVisitor().send(api.auth.logout, {})
  expect(await list({ kind: 'signed_out' })).toEqual(before)
})

test('only members see who changed what', async () => {
  expect((await app.visitor.send(api.activity.list, { query: {} })).status).toBe(401)
})

test('of too many entries the oldest go, and of too many changed tasks the earlier fields', async () => {
  await using limited = await startTestApp()
  const { orm } = limited.context.database
  const { id } = await limited.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const ends = (name: string) => ({ source_ss_id: `${name}-source`, target_ss_id: `${name}-target` })
  for (const name of ['one', 'two', 'three']) {
    const task = await limited.member.call(api.tasks.create, { body: { sync_task_type_id: id, name, ...ends(name) } })
    await limited.member.call(api.tasks.update, { params: { id: task.id }, body: { chunk_size: 500 } })
  }
  const subjects = async () =>
    (await orm.select({ subject: activity.subject }).from(activity).orderBy(activity.id)).map(({ subject }) => subject)
  const now = limited.context.now()
  await removeOldActivity(orm, now, { entries: 100, taskChanges: 2 })
  expect(await subjects()).toEqual(expect.arrayContaining(['one (Ledgers)', 'two (Ledgers)', 'three (Ledgers)']))
  expect(await orm.$count(taskChanges)).toBe(2)
  await removeOldActivity(orm, now, { entries: 2, taskChanges: 2 })
  expect(await subjects()).toEqual(['three (Ledgers)', 'three (Ledgers)'])
})

test('entries are kept for a year', async () => {
  const { orm } = app.context.database
  const entry = { kind: 'task_moved', who: 'old', origin: 'browser', subject: '', count: 1 } as const
  const lists = { names: [], taskIds: [], changes: [] }
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  await orm.insert(activity).values([
    { ...entry, ...lists, at: at('2030-01-01'), subject: 'too old' },
    { ...entry, ...lists, at: at('2030-01-03'), subject: 'kept' },
  ])
  await removeOldActivity(orm, at('2031-01-02'))
  const left = await orm.select({ subject: activity.subject, who: activity.who }).from(activity)
  expect(left.filter(({ who }) => who === 'old')).toEqual([{ subject: 'kept', who: 'old' }])
})
