import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { eventually } from '#tests/support/eventually.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let taskId: number
beforeAll(async () => {
  app = await startTestApp()
  const { id } = await app.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const body = { sync_task_type_id: id, name: 'Ledger', source_ss_id: 'source', target_ss_id: 'target' }
  taskId = (await app.member.call(api.tasks.create, { body })).id
})
afterAll(() => app[Symbol.asyncDispose]())

async function readLines(file: string): Promise<Record<string, unknown>[]> {
  const content = await readFile(join(app.dataDir, 'logs', file), 'utf8')
  return content.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

/** A response is logged after it was sent. */
const lineIn = (file: string, fits: (line: Record<string, unknown>) => boolean) =>
  eventually({
    what: 'the log line',
    read: async () => (await readLines(file)).find(fits),
    until: (line) => line !== undefined,
  })

test('a change is logged with who made it, from where, and its task, also in the file of changes', async () => {
  await app.member.send(api.taskLogs.clear, { params: { id: taskId } })
  for (const file of ['nano_sync_out', 'nano_sync_changes']) {
    const line = await lineIn(
      file,
      ({ url, method }) => method === 'DELETE' && url === `/api/sync_tasks/${taskId}/logs`,
    )
    expect(line).toMatchObject({ msg: 'Change', status: 204, user: MEMBER_EMAIL, from: '127.0.0.1', taskId })
  }
})

test('a refused request is logged with who made it, and stays out of the file of changes', async () => {
  await app.visitor.send(api.tasks.remove, { params: { id: taskId } })
  const isRemoval = ({ url, method }: Record<string, unknown>) =>
    method === 'DELETE' && url === `/api/sync_tasks/${taskId}`
  const line = await lineIn('nano_sync_out', isRemoval)
  expect(line).toMatchObject({ msg: 'Request refused', status: 401, user: 'anonymous', from: '127.0.0.1', taskId })
  expect((await readLines('nano_sync_changes')).some(isRemoval)).toBe(false)
})

test('an API token in a path is not logged', async () => {
  const { token } = await app.member.call(api.apiTokens.create, { body: { name: 'cron', scope: 'read' } })
  await app.visitor.fetch(`/api/lost/${token}/tasks`)
  await app.visitor.fetch(`/api/lost-too/${token.replace('_', '%5F')}`)
  const line = await lineIn('nano_sync_out', ({ url }) => String(url).startsWith('/api/lost/'))
  expect(line?.['url']).toBe('/api/lost/nsync_[redacted]/tasks')
  await lineIn('nano_sync_out', ({ url }) => url === '/api/lost-too/nsync_[redacted]')
  expect(await readFile(join(app.dataDir, 'logs', 'nano_sync_out'), 'utf8')).not.toContain(token.slice('nsync_'.length))
})

test('a long path is cut', async () => {
  await app.visitor.fetch(`/assets/${'x'.repeat(10_000)}`)
  const line = await lineIn('nano_sync_out', ({ url }) => String(url).startsWith('/assets/xxx'))
  expect(line?.['url']).toHaveLength(201)
})

test('no number of requests without sign-in pushes out what was logged before', async () => {
  await Promise.all(Array.from({ length: 500 }, (_, at) => app.visitor.fetch(`/api/none/${at}`)))
  const refused = (await readLines('nano_sync_out')).filter(({ msg }) => msg === 'Request refused')
  expect(refused.length).toBeGreaterThan(100)
  expect(refused.length).toBeLessThanOrEqual(300)
})

test('a request line over 16 kB is refused with a sentence', async () => {
  const response = await app.visitor.fetch(`/api/sync_tasks/${taskId}/data_copy?columns=${'x'.repeat(17_000)}`)
  expect(response.status).toBe(431)
  expect(await response.json()).toMatchObject({ code: 'invalid', message: expect.stringContaining('16 kB') })
})

test('the developer logs list the file of changes', async () => {
  expect(await app.member.call(api.devLogs.files, {})).toContain('nano_sync_changes')
  const lines = await app.member.call(api.devLogs.lines, { query: { file: 'nano_sync_changes' } })
  expect(lines.join('\n')).toContain(MEMBER_EMAIL)
})
