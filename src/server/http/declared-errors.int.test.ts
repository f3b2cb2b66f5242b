import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type ErrorCode, statusOf } from '#contract/errors.ts'
import { listErrors, type Route } from '#contract/route.ts'
import { namedRoutes } from '#server/http/docs/openapi.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

type Provoke = (route: Route) => Promise<Response>

const JSON_TYPE = { 'content-type': 'application/json' }
const missing = { params: { id: 999_999 } }
const missingRun = { params: { id: 999_999, run: 1 } }
const missingChange = { params: { id: 999_999, change: 1 } }
const missingFile = { query: { file: 'missing' } }

let app: TestApp
const channel = (name: string) => ({ name, kind: 'slack' as const, url: 'https://hooks.example.com/in/1' })
/** Two types, two tasks of the first type, and two channels. */
let existing: {
  types: { id: number; name: string }[]
  tasks: { id: number; name: string }[]
  channels: ReturnType<typeof channel>[]
}

beforeAll(async () => {
  // OPEN_SCREENS opens a single screen; other routes need a session. The settings decide about spreadsheets.
  app = await startTestApp({ env: { OPEN_SCREENS: 'schedule', SHEETS: 'embedded', ADMINS: MEMBER_EMAIL } })
  const { member } = app
  const create = (typeId: number) =>
    member.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: typeId }) })
  const first = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const second = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const channels = [channel('Operations'), channel('Finance')]
  for (const body of channels) await member.call(api.alertChannels.create, { body })
  existing = { types: [first, second], tasks: [await create(first.id), await create(first.id)], channels }
})
afterAll(() => app[Symbol.asyncDispose]())
afterEach(() => app.emulator.faults.clear())

/** Sends a change based on a version with another value in its field. */
function putSinceOldVersion(path: string, body: Record<string, unknown>): Promise<Response> {
  const version = Object.keys(body).map((field) => `${field}:0`)
  const headers = { 'content-type': 'application/json', 'if-match': `"${version.join(',')}"` }
  return app.member.fetch(path, { method: 'PUT', body: JSON.stringify(body), headers })
}

/** Fetches a route as a member, with parameters that are not IDs. */
function fetchAsMember({ path, method }: Route, { search = '', ...init }: RequestInit & { search?: string } = {}) {
  return app.member.fetch(path.replace(/:\w+/g, '!') + search, { method, ...init })
}

/** Provokes the errors that follow from the shape of a route. */
const byShape: Partial<Record<ErrorCode, Provoke>> = {
  invalid(route) {
    if (route.method !== 'GET') return fetchAsMember(route, { headers: JSON_TYPE, body: '{' })
    const names = Object.keys(route.query?.shape ?? {})
    // All values together must fit into the server's limit for headers.
    const value = 'x'.repeat(Math.min(2100, Math.floor(15_000 / names.length)))
    const query = names.map((name): [string, string] => [name, value])
    return fetchAsMember(route, { search: `?${new URLSearchParams(query)}` })
  },
  unauthenticated({ path, method, access }) {
    // Anyone may make the call, but not with an invalid token.
    const withToken = { authorization: 'Bearer nsync_unknown' }
    // Call as through a proxy, because a program on this machine is an operator.
    const proxied = { 'x-forwarded-for': '203.0.113.9' }
    const headers = access === 'anyone' ? withToken : proxied
    return app.visitor.fetch(path.replace(/:\w+/g, '1'), { method, headers })
  },
  forbidden: (route) => fetchAsMember(route, { headers: { 'sec-fetch-site': 'cross-site' } }),
  too_large: (route) => fetchAsMember(route, { headers: JSON_TYPE, body: `"${'x'.repeat(1_100_000)}"` }),
  unsupported_media_type: (route) => fetchAsMember(route, { headers: { 'content-type': 'text/xml' }, body: '<a/>' }),
}

const describeSpreadsheet = (id: string) => app.member.send(api.spreadsheets.get, { params: { id } })
const trySpreadsheet = (id: string) => app.member.send(api.spreadsheets.tryShape, { params: { id }, query: {} })

function whereProviderAnswers(
  answer: 'permission_denied' | 'revoked',
  send: (id: string) => Promise<Response>,
): Promise<Response> {
  app.emulator.faults.add({ effect: { answer } })
  return send('any')
}

async function deleteTask() {
  const { id: typeId } = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const fields = buildTaskFields({ sync_task_type_id: typeId })
  const { id } = await app.member.call(api.tasks.create, { body: fields })
  await app.member.send(api.tasks.remove, { params: { id } })
  return { ...fields, id }
}

async function deleteType() {
  const { id } = await app.member.call(api.taskTypes.create, { body: { name: 'Deleted' } })
  await app.member.send(api.taskTypes.remove, { params: { id } })
  return await newestInTrash()
}

async function importTask() {
  const { name } = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const form = new FormData()
  const rows = `name,task_type,source_ss_id,target_ss_id\nImported,${name},imported-source,imported-target`
  form.set('file', new Blob([rows], { type: 'text/csv' }), 'import.csv')
  await app.member.fetch(api.tasks.importCsv.path, { method: 'POST', body: form })
  const { entries } = await app.member.call(api.activity.list, { query: { kind: 'tasks_imported' } })
  return { id: entries[0]?.id ?? 0 }
}

async function changeThatWasTakenBack() {
  const id = existing.tasks[0]?.id ?? 0
  for (const notes of ['other', '']) await app.member.call(api.tasks.update, { params: { id }, body: { notes } })
  const { entries } = await app.member.call(api.activity.list, { query: { task_id: id, kind: 'task_changed' } })
  return { params: { id, change: entries[1]?.id ?? 0 } }
}

async function newestInTrash() {
  const { entries } = await app.member.call(api.trash.list, { query: {} })
  return { id: entries[0]?.id ?? 0 }
}

/** Provokes the errors a route declares itself. */
const ownErrors: Record<string, Partial<Record<ErrorCode, Provoke>>> = {
  'sessions.end': { not_found: () => app.member.send(api.sessions.end, { params: { id: 'missing' } }) },
  'alertChannels.create': {
    conflict: () => app.member.send(api.alertChannels.create, { body: channel('Operations') }),
  },
  'alertChannels.update': {
    not_found: () => app.member.send(api.alertChannels.update, { ...missing, body: {} }),
    async conflict() {
      const { channels } = await app.member.call(api.alertChannels.list, {})
      const [channel, other] = channels
      const params = { id: channel?.id ?? 0 }
      return app.member.send(api.alertChannels.update, { params, body: { name: other?.name ?? '' } })
    },
  },
  'alertChannels.remove': { not_found: () => app.member.send(api.alertChannels.remove, missing) },
  'alertChannels.replaceSecret': { not_found: () => app.member.send(api.alertChannels.replaceSecret, missing) },
  'alertChannels.test': { not_found: () => app.member.send(api.alertChannels.test, missing) },
  'alertChannels.deliveries': { not_found: () => app.member.send(api.alertChannels.deliveries, missing) },
  'alertChannels.resend': {
    not_found: () => app.member.send(api.alertChannels.resend, { params: { id: 999_999, delivery: 1 } }),
  },
  'apiTokens.listOfOthers': {
    async forbidden() {
      const colleague = app.newVisitor()
      await colleague.signIn('lin@example.com')
      return colleague.send(api.apiTokens.listOfOthers, {})
    },
  },
  'apiTokens.create': {
    async conflict() {
      const body = { name: 'Nightly', scope: 'read' } as const
      await app.member.send(api.apiTokens.create, { body })
      return app.member.send(api.apiTokens.create, { body })
    },
  },
  'apiTokens.revoke': { not_found: () => app.member.send(api.apiTokens.revoke, missing) },
  'incidents.ofTask': { not_found: () => app.member.send(api.incidents.ofTask, missing) },
  'incidents.wake': { not_found: () => app.member.send(api.incidents.wake, missing) },
  'tasks.get': { not_found: () => app.member.send(api.tasks.get, missing) },
  'tasks.create': {
    conflict() {
      const [type, task] = [existing.types[0], existing.tasks[0]]
      const body = buildTaskFields({ sync_task_type_id: type?.id ?? 0, ...(task && { name: task.name }) })
      return app.member.send(api.tasks.create, { body })
    },
  },
  'tasks.update': {
    not_found: () => app.member.send(api.tasks.update, { ...missing, body: {} }),
    conflict() {
      const [task, other] = existing.tasks
      return app.member.send(api.tasks.update, { params: { id: task?.id ?? 0 }, body: { name: other?.name ?? '' } })
    },
    changed_meanwhile: () => putSinceOldVersion(`/api/sync_tasks/${existing.tasks[0]?.id}`, { notes: 'x' }),
  },
  'tasks.remove': { not_found: () => app.member.send(api.tasks.remove, missing) },
  'incidents.runAgain': { not_found: () => app.member.send(api.incidents.runAgain, missing) },
  'tasks.execute': {
    not_found: () => app.member.send(api.tasks.execute, { ...missing, body: {} }),
    conflict: () => {
      const params = { id: existing.tasks[0]?.id ?? 0 }
      return app.member.send(api.tasks.execute, { params, body: { accept: 999_999 } })
    },
  },
  'tasks.stop': { not_found: () => app.member.send(api.tasks.stop, missing) },
  'tasks.toggleActive': {
    not_found: () => app.member.send(api.tasks.toggleActive, { ...missing, body: { is_active: true } }),
  },
  'tasks.reposition': {
    not_found: () => app.member.send(api.tasks.reposition, { ...missing, body: { action: 'up' } }),
  },
  'runs.edits': { not_found: () => app.member.send(api.runs.edits, missingRun) },
  'runs.get': { not_found: () => app.member.send(api.runs.get, missingRun) },
  'taskLogs.list': { not_found: () => app.member.send(api.taskLogs.list, missing) },
  'taskLogs.clear': { not_found: () => app.member.send(api.taskLogs.clear, missing) },
  'dataCopy.columns': { not_found: () => app.member.send(api.dataCopy.columns, missing) },
  'dataCopy.page': { not_found: () => app.member.send(api.dataCopy.page, { ...missing, query: {} }) },
  'changeSets.page': { not_found: () => app.member.send(api.changeSets.page, { ...missingRun, query: {} }) },
  'changeSets.exportCsv': { not_found: () => app.member.send(api.changeSets.exportCsv, { ...missingRun, query: {} }) },
  'changeSets.previewUndo': {
    not_found: () => app.member.send(api.changeSets.previewUndo, { ...missingRun, query: {} }),
  },
  'changeSets.undo': {
    not_found: () => app.member.send(api.changeSets.undo, { ...missingRun, body: { edited: 'leave' } }),
  },
  'taskTypes.create': {
    conflict: () => app.member.send(api.taskTypes.create, { body: { name: existing.types[0]?.name ?? '' } }),
  },
  'taskTypes.update': {
    not_found: () => app.member.send(api.taskTypes.update, { ...missing, body: {} }),
    conflict() {
      const [type, other] = existing.types
      return app.member.send(api.taskTypes.update, { params: { id: type?.id ?? 0 }, body: { name: other?.name } })
    },
    changed_meanwhile: () => putSinceOldVersion(`/api/sync_task_types/${existing.types[0]?.id}`, { max_retries: 9 }),
  },
  'taskTypes.remove': { not_found: () => app.member.send(api.taskTypes.remove, missing) },
  'activity.previewUndo': { not_found: () => app.member.send(api.activity.previewUndo, missing) },
  'activity.undo': {
    not_found: () => app.member.send(api.activity.undo, missing),
    async conflict() {
      const params = await importTask()
      await app.member.call(api.activity.undo, { params })
      return app.member.send(api.activity.undo, { params })
    },
  },
  'taskChanges.previewRevert': {
    not_found: () => app.member.send(api.taskChanges.previewRevert, missingChange),
    conflict: async () => app.member.send(api.taskChanges.previewRevert, await changeThatWasTakenBack()),
  },
  'taskChanges.revert': {
    not_found: () => app.member.send(api.taskChanges.revert, missingChange),
    conflict: async () => app.member.send(api.taskChanges.revert, await changeThatWasTakenBack()),
  },
  'trash.restore': {
    not_found: () => app.member.send(api.trash.restore, missing),
    async conflict() {
      const params = await deleteType()
      await app.member.call(api.taskTypes.create, { body: { name: 'Deleted' } })
      return app.member.send(api.trash.restore, { params })
    },
  },
  'trash.restoreTasks': {
    not_found: () => app.member.send(api.trash.restoreTasks, { body: { task_ids: [999_999] } }),
    async conflict() {
      const { id, ...fields } = await deleteTask()
      await app.member.call(api.tasks.create, { body: fields })
      return app.member.send(api.trash.restoreTasks, { body: { task_ids: [id] } })
    },
  },
  'trash.remove': {
    not_found: () => app.member.send(api.trash.remove, missing),
    async conflict() {
      const task = await deleteTask()
      await app.member.send(api.taskTypes.remove, { params: { id: task.sync_task_type_id } })
      return app.member.send(api.trash.remove, { params: await newestInTrash() })
    },
  },
  'taskTypes.runGroup': { not_found: () => app.member.send(api.taskTypes.runGroup, missing) },
  'taskTypes.stopGroup': { not_found: () => app.member.send(api.taskTypes.stopGroup, missing) },
  'previews.start': {
    not_found: () => app.member.send(api.previews.start, { body: { task_ids: [999_999] } }),
    async conflict() {
      app.emulator.faults.add({ kind: 'read', effect: { answer: 'delayed', delayMs: 60_000 } })
      const body = { task_ids: existing.tasks.map(({ id }) => id) }
      const started = [1, 2, 3].map(() => app.member.call(api.previews.start, { body }))
      const previews = await Promise.all(started)
      const response = await app.member.send(api.previews.start, { body })
      for (const { id } of previews) await app.member.call(api.previews.cancel, { params: { id } })
      return response
    },
  },
  'previews.get': { not_found: () => app.member.send(api.previews.get, missing) },
  'previews.cells': {
    not_found: () => app.member.send(api.previews.cells, { params: { id: 999_999, task: 1 }, query: {} }),
  },
  'previews.cancel': { not_found: () => app.member.send(api.previews.cancel, missing) },
  'previews.run': { not_found: () => app.member.send(api.previews.run, { ...missing, body: { task_ids: [1] } }) },
  'spreadsheets.get': {
    not_found: () => describeSpreadsheet('missing'),
    forbidden: () => whereProviderAnswers('permission_denied', describeSpreadsheet),
    unavailable: () => whereProviderAnswers('revoked', describeSpreadsheet),
  },
  'spreadsheets.tryShape': {
    not_found: () => trySpreadsheet('missing'),
    forbidden: () => whereProviderAnswers('permission_denied', trySpreadsheet),
    unavailable: () => whereProviderAnswers('revoked', trySpreadsheet),
  },
  'googleSetup.saveKey': { conflict: () => app.member.send(api.googleSetup.saveKey, { body: { key: '{}' } }) },
  'googleSetup.removeKey': { conflict: () => app.member.send(api.googleSetup.removeKey, {}) },
  'incidents.alert': { not_found: () => app.member.send(api.incidents.alert, { query: { link: 'old' } }) },
  'incidents.snooze': {
    not_found: () => app.member.send(api.incidents.snooze, { body: { link: 'old', snooze: 'day' } }),
  },
  'devLogs.lines': { not_found: () => app.member.send(api.devLogs.lines, missingFile) },
  'devLogs.clear': { not_found: () => app.member.send(api.devLogs.clear, missingFile) },
}

/** Errors provoked by other tests, with the reason. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'schedules.list unauthenticated': 'needs the other screens open: app.int.test.ts',
  'changeSets.previewUndo conflict': 'needs a run: undos.int.test.ts',
  'changeSets.previewUndo unavailable': 'needs a run: undos.int.test.ts',
  'changeSets.undo conflict': 'needs a run: undos.int.test.ts',
  'spreadsheets.createSample conflict': 'needs the spreadsheets of Google: google-setup.int.test.ts',
  'events.stream unavailable': 'needs 500 open pages: event-hub.int.test.ts',
  'operations.ready unavailable': 'needs a node that is shutting down: operations.int.test.ts',
}

const declared = namedRoutes().flatMap(({ name, route }) => listErrors(route).map((code) => ({ name, route, code })))
const isTestedElsewhere = ({ name, code }: (typeof declared)[number]) =>
  // Tested for every route in rate-limits.test.ts, with a low limit.
  code === 'too_many_requests' ||
  // Needs a database that goes away: database-away.int.test.ts
  code === 'database_unavailable' ||
  `${name} ${code}` in testedElsewhere

test.each(declared.filter((each) => !isTestedElsewhere(each)))(
  '$name responds with $code, as it declares',
  async ({ name, route, code }) => {
    const provoke = ownErrors[name]?.[code] ?? byShape[code]
    const response = await provoke?.(route)
    expect(response?.status).toBe(statusOf[code])
    expect(await response?.json()).toMatchObject({ code })
  },
)

test('every error that is tested elsewhere is still declared', () => {
  const names = declared.map(({ name, code }) => `${name} ${code}`)
  expect(names).toEqual(expect.arrayContaining(Object.keys(testedElsewhere)))
})
