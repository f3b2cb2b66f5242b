import { setTimeout as delay } from 'node:timers/promises'
import { sheets } from '@googleapis/sheets'
import { isNull } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { startEmulator } from '#emulator/start-emulator.ts'
import { createGoogle } from '#server/google/google.ts'
import { runs } from '#server/storage/schema.ts'
import { runSync } from '#server/sync/run-sync.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

// Queues 1,000 small tasks at once on the embedded database, in three scenarios: pg-boss alone with empty jobs, the queue
// with empty copies, and the queue with real copies of 20 x 5 cells.
const TASKS = 1000
const WORKERS = 8
const ROWS = 20
const UNLIMITED = 1_000_000
const NO_QUOTA = {
  readsPerMinute: UNLIMITED,
  writesPerMinute: UNLIMITED,
  projectReadsPerMinute: UNLIMITED,
  projectWritesPerMinute: UNLIMITED,
}
const POLL_INTERVAL_MS = 50
const TIMEOUT_MS = 30 * 60_000

interface Scenario {
  name: string
  seconds: number
}

const scenarios: Scenario[] = [
  { name: 'pg-boss alone', seconds: await timePgBoss() },
  { name: 'the queue, copying nothing', seconds: await timeEmptyCopies() },
  { name: 'the queue, copying 20 x 5 cells', seconds: await timeRealCopies() },
]
const alone = scenarios[0]?.seconds ?? Number.NaN
console.log(`\n### ${TASKS} tasks queued at once, ${WORKERS} workers\n`)
console.log('| | seconds | runs a second | time against pg-boss alone |\n|---|---|---|---|')
for (const { name, seconds } of scenarios) {
  console.log(
    `| ${name} | ${seconds.toFixed(1)} | ${(TASKS / seconds).toFixed(0)} | x ${(seconds / alone).toFixed(1)} |`,
  )
}
process.exit(0)

async function timePgBoss(): Promise<number> {
  await using database = await openFreshDatabase()
  const boss = new PgBoss({ ...database.bossOptions, useListenNotify: true, schedule: false })
  boss.on('error', (error) => console.error(error.message))
  await boss.start()
  await boss.createQueue('nothing', { notify: true, retryLimit: 0 })
  const startedAt = performance.now()
  for (let sent = 0; sent < TASKS; sent += 1) await boss.send('nothing', {})
  await Promise.all(Array.from({ length: WORKERS }, () => drainQueue(boss)))
  const seconds = secondsSince(startedAt)
  await boss.stop({ graceful: true })
  return seconds
}

async function drainQueue(boss: PgBoss): Promise<void> {
  for (;;) {
    const [job] = await boss.fetch('nothing')
    if (!job) return
    await boss.complete('nothing', job.id)
  }
}

async function timeEmptyCopies(): Promise<number> {
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType({ allowedConcurrentTasks: WORKERS })
  await cluster.addTasks(typeId, TASKS)
  const queue = await cluster.startNode({ sync: scriptSync({ isQuick: true }).sync, workers: WORKERS })
  return await timeRunAll(cluster, queue)
}

async function timeRealCopies(): Promise<number> {
  await using emulator = await startEmulator({ host: '127.0.0.1', port: 0 })
  await using cluster = await startTestCluster()
  const api = sheets({ version: 'v4', rootUrl: `${emulator.url}/` })
  const create = async () => (await api.spreadsheets.create({ requestBody: {} })).data.spreadsheetId ?? ''
  const sourceSsId = await create()
  const values = Array.from({ length: ROWS }, (_, row) => [`0${row}`, row, row / 7, row % 2 === 0, 'text'])
  const range = `Sheet1!A1:E${ROWS}`
  await api.spreadsheets.values.update({
    spreadsheetId: sourceSsId,
    range,
    valueInputOption: 'RAW',
    requestBody: { values },
  })
  const typeId = await cluster.addType({ allowedConcurrentTasks: WORKERS })
  for (let added = 0; added < TASKS; added += 1) {
    await cluster.addTask(typeId, { sourceSsId, targetSsId: await create() })
  }
  const google = createGoogle({
    config: { sheetsUrl: emulator.url, driveUrl: emulator.url, ...NO_QUOTA },
    now: cluster.now,
    random: Math.random,
  })
  return await timeRunAll(cluster, await cluster.startNode({ sync: runSync, google, workers: WORKERS }))
}

type Cluster = Awaited<ReturnType<typeof startTestCluster>>

async function timeRunAll(cluster: Cluster, queue: Awaited<ReturnType<Cluster['startNode']>>): Promise<number> {
  const startedAt = performance.now()
  await queue.runAll({ triggeredBy: 'bench' })
  const countOpenRuns = () => cluster.orm.$count(runs, isNull(runs.endedAt))
  for (let open = await countOpenRuns(); open > 0; open = await countOpenRuns()) {
    if (performance.now() - startedAt > TIMEOUT_MS)
      throw new Error(`Timed out: ${open} of ${TASKS} runs are still open`)
    await delay(POLL_INTERVAL_MS)
  }
  return secondsSince(startedAt)
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}
