import { setTimeout as delay } from 'node:timers/promises'
import { createDataCopy } from './sorting/create-data-copy.ts'
import { startServer } from './start-server.ts'

// Sorts a data copy by every column at once, as visitors without a sign-in, while other people use the app. The app runs in its
// own process on the embedded database.
const ROWS = Number(process.argv[2] ?? 100_000)
const COLUMNS = 20
const PROBE_EVERY_MS = 20
const REPEATS = 30

await using server = await startServer((dataDir) => createDataCopy({ dataDir, rows: ROWS, columns: COLUMNS }))
const path = `/api/sync_tasks/${server.prepared}/data_copy`
const paths = Array.from({ length: COLUMNS }, (_, at) => `${path}?sort=Column${at + 1}`)

const rows: string[] = []
await probe('nobody sorts', async () => void (await delay(3000)))
await probe(`${COLUMNS} visitors sort`, () => Promise.all(paths.map(requestStatus)))
await probe('they sort and leave', async () => {
  const leave = AbortSignal.timeout(100)
  await Promise.allSettled(
    paths.map((each) => fetch(server.url + each.replace('?', '?order=desc&'), { signal: leave })),
  )
  await delay(3000)
})
console.log(`\n### ${COLUMNS} sorts of ${ROWS} x ${COLUMNS} cells at once\n`)
console.log('| | seconds | statuses | slowest `/healthz` ms | slowest list of tasks ms | CPU seconds |')
console.log('|---|---|---|---|---|---|')
for (const row of rows) console.log(row)

await untilSorted(`${path}?sort=Column1&offset=5000`)
const sorted = await medianMs(`${path}?sort=Column1&offset=5000`)
const unsorted = await medianMs(`${path}?offset=5000`)
console.log(
  `\nA page of 500 rows: ${unsorted.toFixed(1)} ms in the order of the sheet, x ${(sorted / unsorted).toFixed(2)} sorted`,
)

/** Measures how much `work` slows down other calls. */
async function probe(name: string, work: () => Promise<unknown>): Promise<void> {
  const [cpuBefore, startedAt] = [server.cpuSeconds(), performance.now()]
  const done = { is: false }
  const health = slowest('/healthz', done)
  const list = slowest('/api/sync_tasks', done)
  const result = await work()
  done.is = true
  const seconds = (performance.now() - startedAt) / 1000
  const statuses = Array.isArray(result) ? formatCounts(result) : '–'
  const figures = [seconds.toFixed(1), statuses, (await health).toFixed(0), (await list).toFixed(0)]
  rows.push(`| ${[name, ...figures, (server.cpuSeconds() - cpuBefore).toFixed(1)].join(' | ')} |`)
}

async function slowest(address: string, done: { is: boolean }): Promise<number> {
  let slowestMs = 0
  while (!done.is) {
    slowestMs = Math.max(slowestMs, await timeMs(address))
    await delay(PROBE_EVERY_MS)
  }
  return slowestMs
}

async function timeMs(address: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(server.url + address, { headers: { cookie: server.cookie } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address} responded with ${response.status}`)
  return performance.now() - startedAt
}

async function requestStatus(address: string): Promise<number> {
  const response = await fetch(server.url + address)
  await response.arrayBuffer()
  return response.status
}

async function untilSorted(address: string): Promise<void> {
  while ((await requestStatus(address)) !== 200) await delay(PROBE_EVERY_MS)
}

async function medianMs(address: string): Promise<number> {
  const times: number[] = []
  for (let made = 0; made < REPEATS; made += 1) times.push(await timeMs(address))
  return times.sort((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? Number.NaN
}

function formatCounts(statuses: readonly number[]): string {
  const counts = Object.entries(Object.groupBy(statuses, String))
  return counts.map(([status, all]) => `${all?.length} x ${status}`).join(', ')
}
