import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import { DAY_MS } from '#domain/time.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { emptyBatch } from './change-batch.ts'
import { MAX_CLIENTS, MAX_CLIENTS_PER_PERSON, openEventHub } from './event-hub.ts'
import { type ChangeReader, createChangeReader } from './read-changes.ts'

const AT = new Date('2030-03-04T05:06:07Z')

const QUICK = { firstMs: 5, minIntervalMs: 20, maxIntervalMs: 50, slowIntervalMs: 50 }

let app: TestApp
let taskId: number
beforeAll(async () => {
  app = await startTestApp({ eventTiming: { ...QUICK, heartbeatMs: 50 } })
  const { id } = await app.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const body = { sync_task_type_id: id, name: 'Ledger', source_ss_id: 'source', target_ss_id: 'target' }
  taskId = (await app.member.call(api.tasks.create, { body })).id
})
afterAll(() => app[Symbol.asyncDispose]())

const log = (...messages: string[]) =>
  appendTaskLogs(
    app.context.database.orm,
    messages.map((message) => ({ taskId, runId: null, level: 'INFO', message, at: AT })),
  )

test('only members can open the event stream', async () => {
  expect((await app.visitor.send(api.events.stream, { query: {} })).status).toBe(401)
})

test('a page learns which list changed, no matter who changed it', async () => {
  await using events = await openEvents(app.member)
  await app.member.call(api.taskTypes.create, { body: { name: 'More ledgers' } })
  const isOfTypes = await events.next((event) => event.kind === 'changed' && event.what === 'task_types')
  expect(isOfTypes).toEqual({ kind: 'changed', what: 'task_types' })
})

test('a page receives a changed task whole, no matter who changed it', async () => {
  await using events = await openEvents(app.member)
  await app.context.database.orm.update(tasks).set({ name: 'Renamed' })
  const event = await events.next((event) => event.kind === 'tasks')
  const {
    logs: _,
    conflicts: __,
    version: ___,
    last_tabs: ____,
    delivery: _delivery,
    found_targets: _targets,
    ...task
  } = await app.member.call(api.tasks.get, { params: { id: taskId } })
  expect(event).toMatchObject({ tasks: [task], edited_ids: [taskId], removed_ids: [], counts: { total: 1 } })
})

test('a page learns which task was deleted, and how many are left', async () => {
  const { sync_task_type_id } = await app.member.call(api.tasks.get, { params: { id: taskId } })
  const body = { sync_task_type_id, name: 'Short-lived', source_ss_id: 'source', target_ss_id: 'short-lived' }
  await using events = await openEvents(app.member)
  const { id } = await app.member.call(api.tasks.create, { body })
  const ofType = { [sync_task_type_id]: 2 }
  const added = await events.next((event) => event.kind === 'tasks' && event.edited_ids.includes(id))
  expect(added).toMatchObject({ counts: { total: 2, of_type: ofType } })
  await app.member.call(api.tasks.remove, { params: { id } })
  const removed = await events.next((event) => event.kind === 'tasks' && event.removed_ids.includes(id))
  expect(removed).toMatchObject({ counts: { total: 1 } })
})

test('a page receives each log line once, in order', async () => {
  await using first = await openEvents(app.member)
  await log('one', 'two')
  const event = await first.next((event) => event.kind === 'logs')
  expect(event).toMatchObject({ kind: 'logs', task_id: taskId, logs: [{ message: 'one' }, { message: 'two' }] })
  await using second = await openEvents(app.member)
  await log('three')
  for (const events of [first, second]) {
    const { logs } = (await events.next((event) => event.kind === 'logs')) as Extract<typeof event, { kind: 'logs' }>
    expect(logs.map(({ message, timestamp }) => [message, timestamp])).toEqual([['three', AT.toISOString()]])
  }
})

test('a page learns that a log was cleared before it receives the lines written afterwards', async () => {
  await log('old')
  await using events = await openEvents(app.member)
  await app.member.call(api.taskLogs.clear, { params: { id: taskId } })
  await log('new')
  const isOfLog = (event: PushEvent) => event.kind === 'logs' || event.kind === 'logs_cleared'
  await events.next(({ kind }) => kind === 'logs_cleared')
  expect(await events.next(isOfLog)).toMatchObject({ kind: 'logs', logs: [{ message: 'new' }] })
})

test('a line that was sent before the log was reported as cleared is sent again', async () => {
  const reader = createChangeReader({ ...app.context, orm: app.context.database.orm })
  await reader.reset()
  await app.member.call(api.taskLogs.clear, { params: { id: taskId } })
  await log('new')
  const lines = { kind: 'logs', task_id: taskId, logs: [expect.objectContaining({ message: 'new' })] }
  const early = { ...emptyBatch(), logTaskIds: new Set([taskId]) }
  expect(await reader.read(early)).toEqual([lines])
  const late = { ...early, clearedLogTaskIds: new Set([taskId]) }
  expect(await reader.read(late)).toEqual([{ kind: 'logs_cleared', task_id: taskId }, lines])
})

test('a log that drops its oldest lines is not reported as cleared', async () => {
  await using events = await openEvents(app.member)
  // Changes by earlier tests may still be due. Wait for a list, because lists come last in an event.
  await app.context.database.orm.execute(sql`select pg_notify('nano_sync', 'csv_jobs')`)
  await events.next((event) => event.kind === 'changed' && event.what === 'csv_jobs')
  await log(...Array.from({ length: 2100 }, (_, line) => `line ${line}`))
  const first = await events.next((event) => event.kind === 'logs' || event.kind === 'logs_cleared')
  expect(first.kind).toBe('logs')
})

test('many log lines of one task do not displace those of another', async () => {
  const { sync_task_type_id } = await app.member.call(api.tasks.get, { params: { id: taskId } })
  const body = { sync_task_type_id, name: 'Quiet', source_ss_id: 'source', target_ss_id: 'quiet' }
  const quiet = await app.member.call(api.tasks.create, { body })
  await using events = await openEvents(app.member)
  for (const round of ['first', 'second']) {
    await log(...Array.from({ length: 600 }, (_, line) => `${round} ${line}`))
    await events.next((event) => event.kind === 'logs' && event.logs.at(-1)?.message === `${round} 599`)
  }
  await app.context.database.orm.transaction(async (tx) => {
    const lines = [taskId, quiet.id].map(
      (id) => ({ taskId: id, runId: null, level: 'INFO', message: 'new', at: AT }) as const,
    )
    await appendTaskLogs(tx, lines)
  })
  const event = await events.next((event) => event.kind === 'logs' && event.task_id === quiet.id)
  expect(event).toMatchObject({ logs: [{ message: 'new' }] })
})

const buildClient = (email: string) => ({
  sessionId: 'any',
  email,
  signal: new AbortController().signal,
  pace: 'live' as const,
  isZipped: false,
})
const client = buildClient('ada@example.com')

function openHub(read: ChangeReader['read'], heartbeatMs = 60_000) {
  const reader = { read, reset: async () => undefined, resend() {}, hasMore: false }
  return openEventHub({
    database: app.context.database,
    sessions: { activeAmong: async (ids) => new Set(ids) },
    readers: { live: reader, slow: reader },
    logger: pino({ level: 'silent' }),
    timing: { ...QUICK, heartbeatMs },
  })
}

test('a page reloads its lists when reading the changes fails', async () => {
  await using hub = await openHub(async ({ runTaskIds, lists }) => {
    if (runTaskIds.size > 0) throw new Error('The database is unreachable')
    return [...lists].map((what) => ({ kind: 'changed', what }))
  })
  const stream = hub.connect(client).setEncoding('utf8')
  await once(stream, 'data')
  await app.context.database.orm.execute(sql`select pg_notify('nano_sync', ${`run:${taskId}`})`)
  const [message] = await once(stream, 'data')
  for (const what of ['tasks', 'task_types', 'schedules', 'csv_jobs']) expect(message).toContain(`"what":"${what}"`)
})

test('one page too many is unavailable', async () => {
  await using hub = await openHub(async () => [])
  await once(hub.connect(client), 'data')
  for (let count = 1; count < MAX_CLIENTS; count += 1) hub.connect(buildClient(`person${count % 100}@example.com`))
  expect(() => hub.connect(buildClient('grace@example.com'))).toThrow(expect.objectContaining({ code: 'unavailable' }))
})

test('one person can have 20 pages connected, and closing one makes room', async () => {
  await using hub = await openHub(async () => [])
  // Connect all at once, before the first stream is subscribed.
  const streams = Array.from({ length: MAX_CLIENTS_PER_PERSON }, () => hub.connect(client))
  expect(() => hub.connect(client)).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
  hub.connect(buildClient('grace@example.com'))
  streams[0]?.destroy()
  if (streams[0]) await once(streams[0], 'close')
  expect(() => hub.connect(client)).not.toThrow()
})

test('a page that reads nothing is disconnected, and one that reads stays', async () => {
  await using hub = await openHub(async () => [{ kind: 'changed', what: 'schedules' }], 20)
  const [stalled, reading] = [hub.connect(client), hub.connect(client)]
  await once(reading, 'data')
  await app.context.database.orm.execute(sql`select pg_notify('nano_sync', 'schedules')`)
  await once(stalled, 'close')
  expect(reading.destroyed).toBe(false)
})

test('a page receives the progress of a run until it has ended', async () => {
  await using events = await openEvents(app.member)
  await app.member.call(api.tasks.execute, { params: { id: taskId }, body: {} })
  const isEnd = (event: PushEvent) => event.kind === 'tasks' && event.tasks[0]?.task_status === 'Error'
  expect(await events.next(isEnd)).toMatchObject({ tasks: [{ id: taskId, running_status: false }], counts: null })
  expect(await events.next((event) => event.kind === 'progress')).toMatchObject({ all_running: false })
})

test('the stream ends when its session does', async () => {
  const visitor = app.newVisitor()
  await visitor.signIn('grace@example.com')
  await using events = await openEvents(visitor)
  await visitor.call(api.auth.logout, {})
  await events.untilClosed()
})

test('the stream ends when the app stops', async () => {
  // A heartbeat would send the progress again.
  const other = await startTestApp({ eventTiming: { heartbeatMs: DAY_MS } })
  await using events = await openEvents(other.member)
  await other[Symbol.asyncDispose]()
  expect(await events.untilClosed()).toEqual([])
})
