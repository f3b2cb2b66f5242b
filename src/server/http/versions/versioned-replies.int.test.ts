import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'
import { eventually } from '#tests/support/eventually.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { startTestApp } from '#tests/support/test-app.ts'

const AT = new Date('2030-03-04T05:06:07Z')

let app: Awaited<ReturnType<typeof startTestApp>>
let typeId: number
let taskId: number
beforeAll(async () => {
  app = await startTestApp()
  typeId = (await app.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })).id
  const body = { sync_task_type_id: typeId, name: 'Ledger', source_ss_id: 'source', target_ss_id: 'target' }
  taskId = (await app.member.call(api.tasks.create, { body })).id
})
afterAll(() => app[Symbol.asyncDispose]())

const addressOf = (route: Route) => route.path.replace(':id', String(taskId))
const statusIf = async (address: string, tag: string) =>
  (await app.member.fetch(address, { headers: { 'if-none-match': tag } })).status

/** The tag of a reply that stays valid until something changes: notifications of what was done before have arrived. */
async function settledTag(address: string): Promise<string> {
  const read = async () => {
    const tag = (await app.member.fetch(address)).headers.get('etag') ?? ''
    await delay(50)
    return { tag, status: await statusIf(address, tag) }
  }
  const settled = await eventually({ what: 'a tag that lasts', read, until: ({ status }) => status === 304 })
  return settled.tag
}

const { list, get, statusAll } = api.tasks
const readers = [list, get, statusAll, api.taskTypes.list, api.taskLogs.list, api.runs.list, api.overview.get]

test.skipIf(adminUrl() === undefined)('an unchanged reply is recognized without a look at the tasks', async () => {
  const tags = new Map<string, string>()
  for (const route of readers) tags.set(addressOf(route), await settledTag(addressOf(route)))
  await app.context.database.orm.transaction(async (tx) => {
    await tx.execute(sql`lock table tasks, task_types, runs, task_logs in access exclusive mode`)
    for (const [address, tag] of tags) expect([address, await statusIf(address, tag)]).toEqual([address, 304])
  })
})

test.each([
  { what: 'a run', routes: [list, get, statusAll, api.runs.list, api.overview.get], change: () => endRun() },
  { what: 'a log line', routes: [list, get, api.taskLogs.list], change: () => addLogLine() },
  { what: 'a task', routes: [list, get, statusAll], change: () => rename() },
])('a change of $what outdates the replies that show it, no matter who makes it', async ({ routes, change }) => {
  for (const route of routes) {
    const address = addressOf(route)
    const tag = await settledTag(address)
    await change()
    await eventually({
      what: `another ${address}`,
      read: () => statusIf(address, tag),
      until: (status) => status === 200,
    })
  }
})

test.skipIf(adminUrl() === undefined)('an unchanged reply is sent again without reading what it is about', async () => {
  await settledTag(list.path)
  const before = await (await app.member.fetch(list.path)).text()
  await app.context.database.orm.transaction(async (tx) => {
    await tx.execute(sql`lock table tasks, task_types, runs, task_logs in access exclusive mode`)
    expect(await (await app.member.fetch(list.path)).text()).toBe(before)
  })
})

test('who asks after a change that anybody made receives it', async () => {
  for (let count = 0; count < 100; count++) {
    const name = `Ledger ${count}`
    await app.context.database.orm.update(tasks).set({ name })
    expect((await app.member.call(list, { query: {} })).syncTasks.map((task) => task.name)).toEqual([name])
  }
})

test('a change made here outdates replies before it is confirmed', async () => {
  for (let count = 0; count < 10; count++) {
    const tag = (await app.member.fetch(list.path)).headers.get('etag') ?? ''
    await app.member.call(api.tasks.toggleActive, { params: { id: taskId }, body: { is_active: count % 2 === 1 } })
    expect(await statusIf(list.path, tag)).toBe(200)
  }
})

test('those who ask at the same time receive the same reply', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => app.member.fetch(list.path)))
  const bodies = await Promise.all(replies.map((reply) => reply.text()))
  expect(new Set(bodies).size).toBe(1)
  expect(list.reply.parse(JSON.parse(bodies[0] ?? '')).syncTasks.map(({ id }) => id)).toEqual([taskId])
})

test('a visitor does not learn that a reply is unchanged', async () => {
  const tag = await settledTag(list.path)
  const reply = await app.visitor.fetch(list.path, { headers: { 'if-none-match': tag } })
  expect(reply.status).toBe(401)
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
const endRun = () =>
  app.context.database.orm
    .insert(runs)
    .values({ taskId, status: 'Success', waveId: crypto.randomUUID(), triggeredBy: 'ada', queuedAt: AT, endedAt: AT })
