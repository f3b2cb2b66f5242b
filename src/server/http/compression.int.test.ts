import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

const LIST = `${api.tasks.list.path}?limit=1000`
const TASKS = 400

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const { id } = await app.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const { orm } = app.context.database
  const added = await orm
    .insert(tasks)
    .values(Array.from({ length: TASKS }, (_, index) => aTask(id, index)))
    .returning({ id: tasks.id })
  const at = new Date('2030-03-04T05:06:07Z')
  const line = { runId: null, level: 'INFO', message: 'Copied 1,234 rows to "Orders"', at } as const
  await appendTaskLogs(
    orm,
    added.map((task) => ({ ...line, taskId: task.id })),
  )
})
afterAll(() => app[Symbol.asyncDispose]())

function aTask(taskTypeId: number, index: number): typeof tasks.$inferInsert {
  return {
    taskTypeId,
    position: index + 1,
    name: `Ledger ${index}`,
    sourceSsId: `source-${index * 7919}`,
    targetSsId: `target-${index * 104_729}`,
    sourceSheetName: 'Orders',
    targetSheetName: 'Orders',
    scheduledTimes: [],
    relevantUserAccounts: '',
    chunkSize: 1000,
    startRow: 2,
    isActive: true,
    createdBy: MEMBER_EMAIL,
  }
}

interface Sent {
  method?: string
  headers?: Record<string, string>
}

const GZIP = { 'accept-encoding': 'gzip, deflate, br' }

/** Sends a request of the member. Returns the response with its body as received, still compressed. */
async function open(path: string, { method = 'GET', headers = {} }: Sent = {}): Promise<IncomingMessage> {
  const sent = request(app.url + path, { method, headers: { cookie: app.member.jar.headerFor(path), ...headers } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function exchange(path: string, sent?: Sent) {
  const response = await open(path, sent)
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

describe('a list of 400 tasks', () => {
  test('is a twentieth as long when compressed, with the same content', async () => {
    const plain = await exchange(LIST)
    const compressed = await exchange(LIST, { headers: GZIP })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(compressed.headers['content-length']).toBe(String(compressed.body.length))
    expect(compressed.body.length).toBeLessThan(plain.body.length / 20)
    expect(compressed.body.length).toBeLessThanOrEqual(COUNT_LIMITS.listBytes.limit)
    expect(gunzipSync(compressed.body)).toEqual(plain.body)
    expect(api.tasks.list.reply.parse(JSON.parse(plain.body.toString())).syncTasks.length).toBe(TASKS)
  })

  test('names what it depends on, compressed or not', async () => {
    for (const headers of [{}, GZIP]) expect((await exchange(LIST, { headers })).headers.vary).toBe('accept-encoding')
  })

  test('has one tag, and is not sent again while it is unchanged', async () => {
    const { etag } = (await exchange(LIST)).headers
    expect((await exchange(LIST, { headers: GZIP })).headers.etag).toBe(etag)
    for (const headers of [{}, GZIP]) {
      const again = await exchange(LIST, { headers: { ...headers, 'if-none-match': etag ?? '' } })
      expect(again).toMatchObject({ status: 304, headers: { etag, vary: 'accept-encoding' } })
      expect(again.headers['content-encoding']).toBeUndefined()
      expect(again.body.length).toBe(0)
    }
  })

  test('has no body in the reply to HEAD', async () => {
    const reply = await exchange(LIST, { method: 'HEAD', headers: GZIP })
    expect([reply.status, reply.body.length]).toEqual([200, 0])
  })

  test('stays as it is for a client that accepts no compression', async () => {
    const reply = await exchange(LIST, { headers: { 'accept-encoding': 'gzip;q=0, identity' } })
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(reply.body.toString())).toMatchObject({ total: TASKS })
  })
})

test('an exported file, which is sent while it is read, is not compressed', async () => {
  const { path } = api.tasks.exportCsv
  const plain = await exchange(path)
  const accepting = await exchange(path, { headers: GZIP })
  expect(accepting.headers['content-encoding']).toBeUndefined()
  expect(accepting.body).toEqual(plain.body)
  expect(plain.body.toString().split('\n').length).toBeGreaterThan(TASKS)
})

test('the list of API tokens is not compressed, however long', async () => {
  for (let count = 0; count < 10; count++) {
    await app.member.call(api.apiTokens.create, { body: { name: `Token ${count}`, scope: 'read' } })
  }
  const reply = await exchange(api.apiTokens.list.path, { headers: GZIP })
  expect(reply.body.length).toBeGreaterThan(1024)
  expect(reply.headers['content-encoding']).toBeUndefined()
})

test.each([
  { how: 'compressed', headers: GZIP, encoding: 'gzip' },
  { how: 'as they are to those who accept nothing else', headers: {}, encoding: undefined },
])('events are sent as they happen, $how', async ({ headers, encoding }) => {
  const response = await open(api.events.stream.path, { headers })
  expect(response.headers['content-encoding']).toBe(encoding)
  let received = ''
  const events = encoding ? response.pipe(createGunzip()) : response
  events.setEncoding('utf8')
  for await (const chunk of events) {
    if (received === '') await app.member.call(api.taskTypes.create, { body: { name: `Another ${encoding}` } })
    received += chunk
    if (received.includes('"task_types"')) break
  }
  expect(received).toContain('data: ')
})

test('a short reply and one without a body stay as they are', async () => {
  const { id } = await app.member.call(api.taskTypes.create, { body: { name: 'Short-lived' } })
  const short = await exchange(api.schedules.list.path, { headers: GZIP })
  expect(short.body.length).toBeLessThan(1024)
  expect(short.headers['content-encoding']).toBeUndefined()
  const removed = await exchange(api.taskTypes.remove.path.replace(':id', String(id)), {
    method: 'DELETE',
    headers: { ...GZIP, origin: app.url },
  })
  expect(removed).toMatchObject({ status: 204, body: Buffer.alloc(0) })
})

test('a compressed request is refused instead of being decompressed', async () => {
  const response = await app.member.fetch(api.taskTypes.create.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Blob([Buffer.from('1f8b0800', 'hex')]),
  })
  expect(response.status).toBe(400)
})
