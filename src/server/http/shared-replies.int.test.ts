import { randomUUID } from 'node:crypto'
import { eq, not, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { EVENT_POSITION_HEADER, tagOfPosition } from '#contract/event-position.ts'
import type { Route } from '#contract/route.ts'
import { SECOND_MS } from '#domain/time.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { eventually } from '#tests/support/eventually.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const AT = new Date('2030-03-04T05:06:07Z')

let app: TestApp
let typeId: number
let taskId: number
beforeAll(async () => {
  app = await startTestApp()
  typeId = (await app.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })).id
  const body = { sync_task_type_id: typeId, name: 'Ledger', source_ss_id: 'source', target_ss_id: 'target' }
  taskId = (await app.member.call(api.tasks.create, { body })).id
})
afterAll(() => app[Symbol.asyncDispose]())

const formatPath = (route: Route) => route.path.replace(':id', String(taskId))
const statusIf = async (address: string, tag: string) =>
  (await app.member.fetch(address, { headers: { 'if-none-match': tag } })).status

const { list, get, statusAll } = api.tasks
const shared = [list, get, statusAll, api.taskTypes.list, api.runs.list, api.runs.timeline, api.overview.get]

async function readHeaders(route: Route) {
  const { headers } = await app.member.fetch(formatPath(route))
  return { etag: headers.get('etag') ?? '', position: headers.get(EVENT_POSITION_HEADER) ?? '' }
}

test.skipIf(adminUrl() === undefined)(
  'a poll from a page that has received every event is answered without a query',
  async () => {
    await using _events = await openEvents(app.member)
    const { position } = await readHeaders(list)
    await app.context.database.orm.transaction(async (tx) => {
      await tx.execute(sql`lock table tasks, task_types, runs, task_logs in access exclusive mode`)
      for (const address of shared.map(formatPath)) {
        expect([address, await statusIf(address, tagOfPosition(position))]).toEqual([address, 304])
      }
    })
  },
)

test('a page that is no longer connected when something changes reads again', async () => {
  const { position } = await readHeaders(list)
  await rename()
  await eventually({
    what: 'another position',
    read: async () => (await readHeaders(list)).position,
    until: (latest) => latest !== position,
  })
  expect(await statusIf(list.path, tagOfPosition(position))).toBe(200)
})

test.each([
  { what: 'a run', routes: [list, get, statusAll, api.runs.list, api.runs.timeline], change: () => endRun() },
  { what: 'a log line', routes: [list, get, api.taskLogs.list], change: () => addLogLine() },
  { what: 'a task', routes: [list, get, statusAll], change: () => toggle() },
])('a change of $what outdates the replies that show it, no matter who makes it', async ({ routes, change }) => {
  for (const route of routes) {
    const address = formatPath(route)
    const { etag } = await readHeaders(route)
    expect([address, await statusIf(address, etag)]).toEqual([address, 304])
    await change()
    expect([address, await statusIf(address, etag)]).toEqual([address, 200])
  }
})

test('who asks after a change that anybody made receives it', async () => {
  for (let count = 0; count < 100; count++) {
    const name = `Ledger ${count}`
    await app.context.database.orm.update(tasks).set({ name })
    expect((await app.member.call(list, { query: {} })).syncTasks.map((task) => task.name)).toEqual([name])
  }
})

test('who asks after a change of their own receives it', async () => {
  for (let count = 0; count < 10; count++) {
    const { etag } = await readHeaders(list)
    await app.member.call(api.tasks.update, { params: { id: taskId }, body: { name: `Own ledger ${count}` } })
    expect(await statusIf(list.path, etag)).toBe(200)
  }
})

test('those who ask at the same time receive the same reply', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => app.member.fetch(list.path)))
  const bodies = await Promise.all(replies.map((reply) => reply.text()))
  expect(new Set(bodies).size).toBe(1)
  expect(list.reply.parse(JSON.parse(bodies[0] ?? '')).syncTasks.map(({ id }) => id)).toEqual([taskId])
})

test('a visitor does not learn that a reply is unchanged', async () => {
  for (const tag of Object.values(await readHeaders(list))) {
    const reply = await app.visitor.fetch(list.path, { headers: { 'if-none-match': tag } })
    expect(reply.status).toBe(401)
  }
})

test.each(['*', '"a"', 'W/"live.x.1"', 'W/"live."', 'W/"a.b"', 'W/""', ''])(
  'a tag that was never sent, %s, matches nothing',
  async (tag) => {
    expect(await statusIf(list.path, tag)).toBe(200)
  },
)

const addLogLine = () =>
  appendTaskLogs(app.context.database.orm, [{ taskId, runId: null, level: 'INFO', message: 'new', at: AT }])
const rename = () => app.context.database.orm.update(tasks).set({ name: `Ledger ${Math.random()}` })
const toggle = () => app.context.database.orm.update(tasks).set({ isActive: not(tasks.isActive) })
async function endRun(): Promise<void> {
  const { orm } = app.context.database
  const run = {
    taskId,
    status: 'Success',
    waveId: randomUUID(),
    triggeredBy: 'ada',
    queuedAt: AT,
    endedAt: AT,
  } as const
  const [{ id } = { id: 0 }] = await orm.insert(runs).values(run).returning({ id: runs.id })
  const startedAt = new Date(AT.getTime() - id * SECOND_MS)
  await orm.update(runs).set({ startedAt, rowsDone: id }).where(eq(runs.id, id))
  await orm.update(tasks).set({ currentRunId: id })
}
