import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { fillDatabase, LONG_TASK_ID, TASKS } from './calls/fill-database.ts'
import { plainSql } from './calls/plain-sql.ts'
import { startServer } from './start-server.ts'

// Times the calls of a page with 10,000 tasks on PostgreSQL, beside two floors: plain SQL of the same rows, and a bare
// Fastify that sends the same JSON. The three take turns, so that other work on the machine meets all of them.
const ROUNDS = 100
const WARM_UP_ROUNDS = 20
/** Below the rate limit of one member. */
const PAUSE_MS = 5

const task = `/api/sync_tasks/${LONG_TASK_ID}`
const CALLS = [
  { name: 'list of 400 tasks', path: '/api/sync_tasks', sql: plainSql.list, goal: 1.5, p95GoalMs: 60 },
  {
    name: `status of all ${TASKS}`,
    path: '/api/sync_tasks/status_all',
    sql: plainSql.statusAll,
    goal: 1.5,
    p95GoalMs: 100,
  },
  { name: 'one task with 50 log lines', path: task, sql: plainSql.task, goal: 3 },
  { name: 'log of 2,000 lines', path: `${task}/logs`, sql: plainSql.logs, goal: 3 },
  {
    name: 'sorted page of 500 rows',
    path: `${task}/data_copy?sort=Column1&offset=5000`,
    sql: plainSql.sortedPage,
    goal: 1.5,
  },
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
  '| | plain SQL p50 ms | bare Fastify p50 ms | ours p50 ms | against SQL | goal | ours p95 ms | goal | kB sent |',
)
console.log('|---|---|---|---|---|---|---|---|---|')
for (const { name, path, sql, goal, p95GoalMs } of CALLS) {
  await untilReady(path)
  const body = await (await get(server.url + path)).json()
  bare.send({ path, body })
  await once(bare, 'message')
  const times = { sql: [] as number[], bare: [] as number[], ours: [] as number[] }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const measured = {
      sql: await msOf(() => sql(client)),
      bare: await msOf(async () => (await get(bareUrl + path)).arrayBuffer()),
      ours: await msOf(async () => (await get(server.url + path)).arrayBuffer()),
    }
    if (round >= 0) for (const kind of ['sql', 'bare', 'ours'] as const) times[kind].push(measured[kind])
    await delay(PAUSE_MS)
  }
  const [floor, fastify, ours] = [times.sql, times.bare, times.ours].map((each) => quantile(each, 0.5))
  const figures = [floor, fastify, ours].map((ms = Number.NaN) => ms.toFixed(1))
  const ratio = `x ${((ours ?? 0) / (floor ?? 0)).toFixed(2)}`
  const p95 = quantile(times.ours, 0.95).toFixed(1)
  const sent = (await get(server.url + path)).headers.get('content-length') ?? '–'
  console.log(`| ${[name, ...figures, ratio, `x ${goal}`, p95, p95GoalMs ?? '', sent].join(' | ')} |`)
}

async function get(url: string): Promise<Response> {
  return await fetch(url, { headers: { cookie: server.cookie } })
}

/** The first page sorts. */
async function untilReady(path: string): Promise<void> {
  for (;;) {
    const response = await get(server.url + path)
    await response.arrayBuffer()
    if (response.ok) return
    await delay(PAUSE_MS)
  }
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}
