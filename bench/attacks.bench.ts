import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ApiClient } from '#tests/support/api-client.ts'
import { quantile } from './quantile.ts'
import { report } from './report.ts'
import { startServer } from './start-server.ts'

// Sends requests that used to block a server for seconds, and measures the delay of health checks. Compares it with the delay
// on the idle server. Uses the embedded database and the embedded spreadsheets.
const ROWS = 100_000
const ROWS_PER_WRITE = 10_000
const LONG_ROWS = 2_000
const LONG_ROWS_PER_WRITE = 100
const LONG_TEXT = 'x'.repeat(20_000)
const TASKS = 500
const ATTACK_MS = 5_000
const AT_ONCE = 4
const IDLE_MS = 20
const MB = 1_000_000
const LIST = Array.from({ length: 1_600 }, (_, value) => value % 10).join('|')

await using server = await startServer(async () => undefined)
const member = new ApiClient(server.url)
await member.signIn('ada@example.com')
const sheets = await sheetsOrigin()
const wide = await createSheet({ count: ROWS, atOnce: ROWS_PER_WRITE, row: (at) => [at % 20, `name ${at}`] })
const long = await createSheet({ count: LONG_ROWS, atOnce: LONG_ROWS_PER_WRITE, row: () => [LONG_TEXT] })
await addTasks()
const token = await createToken()

const attacks: Readonly<Record<string, () => Promise<Response>>> = {
  'none: the server is idle': async () => {
    await delay(IDLE_MS)
    return new Response()
  },
  'a condition with a list of 1,600 values': () => tryShape(wide, `v not in ${LIST}`),
  'batches of 100 calls to `/mcp`': () =>
    post('/mcp', JSON.stringify(Array.from({ length: 100 }, (_, id) => callTool(id)))),
  'single calls to `/mcp`': () => post('/mcp', JSON.stringify(callTool(1))),
  'first rows of a tab with 40 MB of text': () => tryShape(long, `v contains ${Math.random()}`),
  'a CSV file of 20 MB of line breaks': () => upload(`name,task_type\n${'\n'.repeat(20 * MB)}`),
  'a CSV file of 20 million commas': () => upload(`name,task_type\n${','.repeat(20 * MB)}`),
  'a CSV file of 5 MB of carriage returns': () => upload('\r'.repeat(5 * MB)),
}

console.log(`\n### \`/healthz\` during attacks, ${AT_ONCE} at once\n`)
console.log('| attack | answers | p50 ms | p99 ms | longest ms |')
console.log('|---|---|---|---|---|')
let worst = 0
for (const [name, attack] of Object.entries(attacks)) {
  const { waits, statuses } = await measure(attack)
  const cells = [0.5, 0.99, 1 - Number.EPSILON].map((share) => quantile(waits, share).toFixed(0))
  console.log(`| ${name} | ${statuses} | ${cells.join(' | ')} |`)
  if (!name.startsWith('none')) worst = Math.max(worst, quantile(waits, 0.99))
}
report('attackedHealthz', worst)

async function measure(attack: () => Promise<Response>): Promise<{ waits: number[]; statuses: string }> {
  const until = performance.now() + ATTACK_MS
  const statuses = new Map<number, number>()
  const probe = new Worker(new URL('./attacks/probe-thread.ts', import.meta.url), { workerData: server.url })
  const attackers = Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() < until) {
      const response = await attack()
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  })
  await Promise.all(attackers)
  probe.postMessage('stop')
  const [waits] = (await once(probe, 'message')) as [number[]]
  return { waits, statuses: [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ') }
}

function tryShape(id: string, rows: string): Promise<Response> {
  return member.fetch(`/api/spreadsheets/${id}/shape?tab=Sheet1&rows=${encodeURIComponent(rows)}`)
}

function callTool(id: number): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'find_tasks', arguments: {} } }
}

function post(path: string, body: string): Promise<Response> {
  const accept = 'application/json, text/event-stream'
  const headers = { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' }
  return fetch(server.url + path, { method: 'POST', headers, body })
}

function upload(text: string): Promise<Response> {
  const body = new FormData()
  body.set('file', new File([text], 'tasks.csv'))
  return member.fetch('/api/sync_tasks/import', { method: 'POST', body })
}

async function call<Reply>(path: string, body?: object): Promise<Reply> {
  const headers = { 'content-type': 'application/json' }
  const response = await member.fetch(path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : {})
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
  return (await response.json()) as Reply
}

async function sheetsOrigin(): Promise<string> {
  const { spreadsheet_url } = await call<{ spreadsheet_url: string }>('/api/app_info')
  return new URL(spreadsheet_url).origin
}

interface Table {
  count: number
  atOnce: number
  row(at: number): unknown[]
}

async function createSheet({ count, atOnce, row }: Table): Promise<string> {
  const created = await fetch(`${sheets}/v4/spreadsheets`, { method: 'POST', body: '{}' })
  const { spreadsheetId } = (await created.json()) as { spreadsheetId: string }
  const all = [['v', 'name'], ...Array.from({ length: count }, (_, at) => row(at))]
  for (let at = 0; at < all.length; at += atOnce) {
    const path = `${sheets}/v4/spreadsheets/${spreadsheetId}/values/Sheet1!A1:append?valueInputOption=RAW`
    const body = JSON.stringify({ values: all.slice(at, at + atOnce) })
    const response = await fetch(path, { method: 'POST', body })
    if (!response.ok) throw new Error(`Rows were refused with ${response.status}: ${await response.text()}`)
  }
  return spreadsheetId
}

async function addTasks(): Promise<void> {
  await call('/api/sync_task_types', { name: 'Ledgers' })
  const rows = Array.from({ length: TASKS }, (_, at) => `Ledger ${at},Ledgers,source${at},target${at}`)
  const response = await upload(['name,task_type,source_ss_id,target_ss_id', ...rows].join('\n'))
  if (!response.ok) throw new Error(`The import was refused: ${await response.text()}`)
}

async function createToken(): Promise<string> {
  const { token: created } = await call<{ token: string }>('/api/tokens', { name: 'Bench', scope: 'read' })
  return created
}
