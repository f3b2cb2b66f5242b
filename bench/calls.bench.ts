import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { DATA_COPY, fillDatabase, LONG_TASK_ID, PAGE_ROWS, TASKS } from './calls/fill-database.ts'
import { plainSql } from './calls/plain-sql.ts'
import { GOALS, type GoalName, goalText } from './goals.ts'
import { quantile } from './quantile.ts'
import { report } from './report.ts'
import { startServer } from './start-server.ts'

// Times the calls of a page with 10,000 tasks on PostgreSQL, beside two floors: plain SQL of the same rows, and a bare
// Fastify that sends the same JSON. The contenders take turns, so other work on the machine affects all three.
const ROUNDS = 100
const WARM_UP_ROUNDS = 20
/** Delay between calls, so they stay below the rate limit of one member. */
const PAUSE_MS = 5

interface Call {
  name: string
  path: (round: number) => string
  sql: (client: pg.Client, round: number) => Promise<unknown>
  goal?: GoalName
  p95Goal?: GoalName
}

const list = { path: () => '/api/sync_tasks', sql: plainSql.list }
const statusAll = { path: () => '/api/sync_tasks/status_all', sql: plainSql.statusAll }
const task = { path: () => `/api/sync_tasks/${LONG_TASK_ID}`, sql: plainSql.task }
const logs = { path: () => `${task.path()}/logs`, sql: plainSql.logs }
const PAGES = DATA_COPY.rows / PAGE_ROWS
const sortedPages = {
  path: (round: number) =>
    `${task.path()}/data_copy?sort=Column1&offset=${((round + WARM_UP_ROUNDS) % PAGES) * PAGE_ROWS}`,
  sql: (client: pg.Client, round: number) => plainSql.sortedPage(client, (round + WARM_UP_ROUNDS) % PAGES),
}

const CALLS: Call[] = [
  { name: 'list of 400 tasks', ...list, p95Goal: 'listP95' },
  { name: `status of all ${TASKS}`, ...statusAll, p95Goal: 'statusAllP95' },
  { name: 'one task with 50 log lines', ...task, goal: 'task' },
  { name: 'log of 2,000 lines', ...logs },
  { name: 'sorted pages of 500 rows', ...sortedPages, goal: 'sortedPage' },
]

if (!process.env['TEST_DATABASE_URL']) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
await using parts = new AsyncDisposableStack()
const database = parts.use(await openTestDatabase(''))
const databaseUrl = database.env['DATABASE_URL'] ?? ''
const server = parts.use(await startServer(() => fillDatabase({ databaseUrl }), { ...database.env }))
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
parts.defer(() => client.end())
const bare = fork(new URL('./calls/floor-server.ts', import.meta.url))
parts.defer(() => void bare.kill())
const [bareUrl]: string[] = await once(bare, 'message')

console.log(
  '| | plain SQL p50 ms | bare Fastify p50 ms | ours p50 ms | against SQL | goal | ours p95 ms | bytes sent |',
)
console.log('|---|---|---|---|---|---|---|---|')
for (const call of CALLS) await measure(call)

async function measure({ name, path, sql, goal, p95Goal }: Call): Promise<void> {
  await untilReady(path(0))
  const body = await (await get(server.url + path(0))).json()
  bare.send({ path: path(0), body })
  await once(bare, 'message')
  const times = { sql: [] as number[], bare: [] as number[], ours: [] as number[] }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const measured = {
      ours: await measureMs(async () => (await get(server.url + path(round))).arrayBuffer()),
      sql: await measureMs(() => sql(client, round)),
      bare: await measureMs(async () => (await get(bareUrl + path(0))).arrayBuffer()),
    }
    if (round >= 0) for (const kind of ['sql', 'bare', 'ours'] as const) times[kind].push(measured[kind])
    await delay(PAUSE_MS)
  }
  const [floor = 0, fastify = 0, ours = 0] = [times.sql, times.bare, times.ours].map((each) => quantile(each, 0.5))
  const p95 = quantile(times.ours, 0.95)
  if (goal) report(goal, ours / floor)
  if (p95Goal) report(p95Goal, p95)
  const milliseconds = [floor, fastify, ours].map((ms) => ms.toFixed(1))
  const sent = (await get(server.url + path(0))).headers.get('content-length') ?? '–'
  const figures = [
    name,
    ...milliseconds,
    `x ${(ours / floor).toFixed(2)}`,
    goal ? goalText(GOALS[goal]) : '–',
    p95.toFixed(1),
    sent,
  ]
  console.log(`| ${figures.join(' | ')} |`)
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url, { headers: { cookie: server.cookie } })
  if (response.status >= 500) throw new Error(`${url} responded with ${response.status}`)
  return response
}

/** Waits for the data copy to be sorted, which the first page triggers. */
async function untilReady(path: string): Promise<void> {
  for (;;) {
    const response = await get(server.url + path)
    await response.arrayBuffer()
    if (response.ok) return
    await delay(PAUSE_MS)
  }
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
