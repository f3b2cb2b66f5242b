import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { openDataCopy } from '#server/data-copy/data-copies.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { test } from '#tests/support/shared-app.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const COLUMNS = Array.from({ length: 20 }, (_, at) => `Column${at}`)
const ROWS = 4000

test('of many sorts at once, some are refused and say when to try again', async () => {
  // The sorts continue after the test, so a shared app would refuse the sorts of other tests.
  await using app = await startTestApp()
  const taskId = await addTaskWithCopy(app)
  const asked = COLUMNS.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order, limit: '1' })))
  const responses = await Promise.all(
    asked.map((query) => app.visitor.send(api.dataCopy.page, { params: { id: taskId }, query })),
  )
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(asked.length - refused.length)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]?.json()).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/Try again/),
  })
})

test('an unchanged page is not sent again', async ({ emptyApp: app }) => {
  const taskId = await addTaskWithCopy(app)
  const path = `/api/sync_tasks/${taskId}/data_copy?sort=Column1&limit=50`
  const first = await app.visitor.fetch(path)
  const [tag, body] = [first.headers.get('etag') ?? '', await first.text()]
  const unchanged = await app.visitor.fetch(path, { headers: { 'if-none-match': `"other", ${tag}` } })
  expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', tag])
  const compressed = await app.visitor.fetch(path, { headers: { 'accept-encoding': 'gzip' } })
  expect([compressed.headers.get('content-encoding'), await compressed.text()]).toEqual(['gzip', body])
})

test('a page of the next data copy has other rows and another tag', async ({ emptyApp: app }) => {
  const taskId = await addTaskWithCopy(app)
  const path = `/api/sync_tasks/${taskId}/data_copy?limit=1`
  const first = await app.visitor.fetch(path)
  await copyRows(app, taskId, [COLUMNS.map(() => 'new')])
  const next = await app.visitor.fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect(next.status).toBe(200)
  expect(await next.json()).toMatchObject({ data: [{ Column0: 'new' }], total_rows: 1 })
  expect(next.headers.get('etag')).not.toBe(first.headers.get('etag'))
})

test('pages with other columns, orders or offsets are not taken for each other', async ({ emptyApp: app }) => {
  const taskId = await addTaskWithCopy(app)
  const queries = ['', '&offset=1', '&sort=Column1', '&sort=Column1&order=desc', '&columns=Column3']
  const read = () =>
    Promise.all(
      queries.map(async (query) =>
        (await app.member.fetch(`/api/sync_tasks/${taskId}/data_copy?limit=1${query}`)).text(),
      ),
    )
  const pages = await read()
  expect(new Set(pages).size).toBe(queries.length)
  expect(await read()).toEqual(pages)
})

test('pages that are requested one after the other are those of a single request', async ({ emptyApp: app }) => {
  const taskId = await addTaskWithCopy(app)
  for (const sort of ['', '&sort=Column1']) {
    const rows = async (query: string) => {
      const response = await app.member.fetch(`/api/sync_tasks/${taskId}/data_copy?${query}${sort}`)
      return api.dataCopy.page.reply.parse(await response.json()).data
    }
    const pages: unknown[] = []
    for (let offset = 0; offset < ROWS; offset += 700) pages.push(...(await rows(`limit=700&offset=${offset}`)))
    expect(pages).toEqual(await rows(`limit=${ROWS}`))
  }
})

// Expecting a single row, the database once added up the sizes of all rows for each row.
test('a large page is short work for a database that knows only an earlier data copy', async ({ emptyApp: app }) => {
  await addTaskWithCopy(app)
  await app.context.database.orm.execute(sql`analyze`)
  const rows = Array.from({ length: 5000 }, (_, row) => COLUMNS.map((name) => `${name} of row ${row}`.padEnd(60, '.')))
  const taskId = await addTaskWithCopy(app, rows)
  const response = await app.member.fetch(`/api/sync_tasks/${taskId}/data_copy?limit=5000&columns=Column0`)
  expect([response.status, await response.json()]).toMatchObject([200, { data: { length: 5000 } }])
})

async function addTaskWithCopy(app: TestApp, rows = numbers()): Promise<number> {
  const { member } = app
  const { id: typeId } = await member.call(api.taskTypes.create, {
    body: buildTaskTypeFields({ name: `Type of ${rows.length} rows` }),
  })
  const { id: taskId } = await member.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: typeId }) })
  await copyRows(app, taskId, rows)
  return taskId
}

function numbers(): Cell[][] {
  return Array.from({ length: ROWS }, (_, row) => COLUMNS.map((_name, column) => (row * 7919 + column) % 1000))
}

async function copyRows({ context }: TestApp, taskId: number, rows: Cell[][]): Promise<void> {
  const options = { taskId, columns: COLUMNS, now: context.now() }
  await using writer = await openDataCopy(context.database.orm, options)
  await writer.append(rows)
  await writer.publish()
}
