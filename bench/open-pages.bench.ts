import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ApiClient } from '#tests/support/api-client.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { PageFigures } from './open-pages/page-process.ts'
import { report } from './report.ts'
import { startServer } from './start-server.ts'

// Runs all tasks while pages show them. Each page has a stream of events and polls as the specification says. The pages run in
// a separate process, and the server in another, on PostgreSQL with the embedded spreadsheets.
const TASKS = Number(process.argv[2] ?? 400)
const PAGES = [0, 20, 200, 0, 20, 200]
const PAGES_PER_PERSON = 20
const ROWS = 20
const WORKERS = '8'
const PROBE_EVERY_MS = 50
const POLL_MS = 50
const SETTLE_MS = 5000
const MINUTE_SECONDS = 60

if (!process.env['TEST_DATABASE_URL']) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
await using parts = new AsyncDisposableStack()
const database = parts.use(await openTestDatabase(''))
const server = parts.use(await startServer(async () => undefined, { ...database.env, WORKERS }))
const client = new pg.Client({ connectionString: database.env['DATABASE_URL'] ?? '' })
await client.connect()
parts.defer(() => client.end())
await addTasks()
await timeRunAll()

console.log(`\n### Run All of ${TASKS} tasks while pages show them\n`)
console.log(
  '| open pages | runs a second | against none | server CPU ms a run | MB a minute and page | before compression | events a second | `/healthz` p95 ms |',
)
console.log('|---|---|---|---|---|---|---|---|')
const speeds = new Map<number, number[]>()
for (const count of PAGES) {
  const pages = await openPages(count)
  const healthMs: number[] = []
  const probing = { isOver: false }
  const probe = probeHealth(healthMs, probing)
  await askFor(pages, 'reset')
  const cpuBefore = server.cpuSeconds()
  const seconds = await timeRunAll()
  const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1000) / TASKS
  const figures = await askFor(pages, 'figures')
  probing.isOver = true
  await probe
  pages.kill()
  const speed = TASKS / seconds
  speeds.set(count, [...(speeds.get(count) ?? []), speed])
  const perMinute = (bytes: number) =>
    count === 0 ? '–' : ((bytes / count / 1e6 / seconds) * MINUTE_SECONDS).toFixed(2)
  const cells = [
    count,
    speed.toFixed(1),
    `x ${(speed / meanSpeed(0)).toFixed(2)}`,
    cpuMs.toFixed(1),
    perMinute(figures.bytes),
    perMinute(figures.plainBytes * count),
    (figures.events / seconds).toFixed(1),
    quantile(healthMs, 0.95).toFixed(0),
  ]
  console.log(`| ${cells.join(' | ')} |`)
  if (count === Math.max(...PAGES)) {
    report('pageTraffic', (figures.bytes / count / 1e6 / seconds) * MINUTE_SECONDS)
    report('healthz', quantile(healthMs, 0.95))
  }
  await delay(SETTLE_MS)
}
report('pages20', measureCost(20))
report('pages200', measureCost(200))
await parts.disposeAsync()
process.exit(0)

function meanSpeed(count: number): number {
  const all = speeds.get(count) ?? []
  return all.reduce((sum, speed) => sum + speed, 0) / all.length
}

/** Measures the loss of speed by open pages, in percent. */
function measureCost(count: number): number {
  return (1 - meanSpeed(count) / meanSpeed(0)) * 100
}

async function addTasks(): Promise<void> {
  const { spreadsheet_url } = await call<{ spreadsheet_url: string }>('/api/app_info')
  const sheets = new URL(spreadsheet_url).origin
  const create = async () => {
    const response = await fetch(`${sheets}/v4/spreadsheets`, { method: 'POST', body: '{}' })
    return ((await response.json()) as { spreadsheetId: string }).spreadsheetId
  }
  const source = await create()
  const values = Array.from({ length: ROWS }, (_, row) => [`0${row}`, row, row / 7, row % 2 === 0, 'text'])
  const path = `${sheets}/v4/spreadsheets/${source}/values/Sheet1!A1:E${ROWS}?valueInputOption=RAW`
  await fetch(path, { method: 'PUT', body: JSON.stringify({ values }) })
  const type = await call<{ id: number }>('/api/sync_task_types', {
    name: 'Ledgers',
    allowed_concurrent_tasks: Number(WORKERS),
  })
  for (let task = 0; task < TASKS; task += 1) {
    const target_ss_id = await create()
    await call('/api/sync_tasks', {
      sync_task_type_id: type.id,
      name: `Ledger ${task}`,
      source_ss_id: source,
      target_ss_id,
    })
  }
}

async function call<Reply>(path: string, body?: object): Promise<Reply> {
  const headers = { cookie: server.cookie, 'content-type': 'application/json', origin: server.url }
  const sent = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
  const response = await fetch(server.url + path, sent)
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
  return (await response.json()) as Reply
}

/** Measures the seconds from the request to the end of the last run. */
async function timeRunAll(): Promise<number> {
  const startedAt = performance.now()
  await call('/api/sync_tasks/execute_all', {})
  for (;;) {
    const { rows } = await client.query<{ open: string }>('select count(*) as open from runs where ended_at is null')
    if (rows[0]?.open === '0') return (performance.now() - startedAt) / 1000
    await delay(POLL_MS)
  }
}

async function openPages(count: number): Promise<ChildProcess> {
  const pages = fork(new URL('./open-pages/page-process.ts', import.meta.url))
  const cookies: string[] = []
  for (let person = 0; person * PAGES_PER_PERSON < count; person += 1) {
    const visitor = new ApiClient(server.url)
    await visitor.signIn(`person${person}@example.com`)
    cookies.push(visitor.jar.headerFor('/api') ?? '')
  }
  pages.send({ kind: 'open', url: server.url, cookies, count })
  await once(pages, 'message')
  await delay(SETTLE_MS)
  return pages
}

async function askFor(pages: ChildProcess, kind: 'reset' | 'figures'): Promise<PageFigures> {
  pages.send({ kind })
  const [figures]: PageFigures[] = await once(pages, 'message')
  if (!figures) throw new Error('The pages did not answer')
  return figures
}

async function probeHealth(times: number[], probing: { isOver: boolean }): Promise<void> {
  while (!probing.isOver) {
    const startedAt = performance.now()
    await (await fetch(`${server.url}/healthz`)).arrayBuffer()
    times.push(performance.now() - startedAt)
    await delay(PROBE_EVERY_MS)
  }
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
}
