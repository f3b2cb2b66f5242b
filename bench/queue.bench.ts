import { cpus, loadavg, tmpdir } from 'node:os'
import { sheets } from '@googleapis/sheets'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { pino } from 'pino'
import { runSync } from '#engine/run-sync.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { runCost } from '#tests/support/run-cost.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster, startTestClusterOn } from '#tests/support/test-cluster.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { connect, NO_QUOTA } from './copy/run-copy.ts'
import { loadPeer } from './load-peer.ts'
import { type Timing, timed } from './queue/cpu-time.ts'
import type { PeerQueue } from './queue/peer-queue.ts'
import { APP_TIMING, addTasks, startNodes, timeRunAll } from './queue/run-all.ts'
import { report } from './report.ts'

// Runs many tasks with empty copies at once. On the server in TEST_DATABASE_URL, compares with pg-boss and graphile-worker with
// empty jobs. On the embedded database, also runs real copies.
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1000, 10_000]
/** Number of queued tasks in the cases with goals. */
const GOAL_SIZE = 1000
const WORKERS = 8
const PEER_JOBS = 2000
const PEER_WORK = { jobs: PEER_JOBS, workers: WORKERS }
const REAL_COPIES = 500
const ROWS = 20

console.log(`\n### Runs a second, ${WORKERS} workers a node, ${cpus().length} cores\n`)
console.log('| | queued | seconds | runs a second | CPU ms a run: nodes | server | load before |')
console.log('|---|---|---|---|---|---|---|')
const pgBoss = await loadPeer<PeerQueue>('pg-boss')
if (adminUrl() !== undefined) {
  await measure('PostgreSQL, pg-boss alone', {
    queued: PEER_JOBS,
    time: () => onPostgres((url) => pgBoss(PEER_WORK, url)),
  })
  const graphileWorker = await loadPeer<PeerQueue>('graphile-worker')
  await measure('PostgreSQL, graphile-worker alone', {
    queued: PEER_JOBS,
    time: () => onPostgres((url) => graphileWorker(PEER_WORK, url)),
  })
  for (const queued of SIZES) {
    for (const nodes of [1, 3]) {
      const perSecond = await measure(`PostgreSQL, ${nodes} of our nodes`, {
        queued,
        time: () => timeOnPostgres({ nodes, queued }),
      })
      if (queued === GOAL_SIZE) report(nodes === 1 ? 'queueOneNode' : 'queueThreeNodes', perSecond)
    }
  }
}
await measure('embedded, pg-boss alone', {
  queued: PEER_JOBS,
  time: () => pgBoss(PEER_WORK),
})
for (const queued of SIZES) {
  const perSecond = await measure('embedded, ours', { queued, time: () => timeEmbedded(queued) })
  if (queued === GOAL_SIZE) report('queueEmbedded', perSecond)
}
await measure(`embedded, ours, copying ${ROWS} x 5 cells`, { queued: REAL_COPIES, time: timeRealCopies })
if (adminUrl() !== undefined) await printCosts()
process.exit(0)

interface Measured {
  queued: number
  time: () => Promise<Timing>
}

/** Measures a case, and returns the runs per second. */
async function measure(name: string, { queued, time }: Measured): Promise<number> {
  const load = loadavg()[0]?.toFixed(1)
  const { seconds, nodesMs, serverMs } = await time()
  const [nodes, server] = [nodesMs, serverMs].map((ms) => (ms === undefined ? '–' : (ms / queued).toFixed(2)))
  const perSecond = queued / seconds
  console.log(
    `| ${name} | ${queued} | ${seconds.toFixed(1)} | ${perSecond.toFixed(0)} | ${nodes} | ${server} | ${load} |`,
  )
  return perSecond
}

async function printCosts(): Promise<void> {
  console.log('\n### What a run that copies nothing takes on PostgreSQL\n')
  console.log('| admitted | statements | transactions |\n|---|---|---|')
  for (const { admitted, workers } of [
    { admitted: 'alone', workers: 1 },
    { admitted: `with others, ${WORKERS} workers`, workers: WORKERS },
  ]) {
    const { statements, transactions } = await runCost({ workers })
    console.log(`| ${admitted} | ${statements.toFixed(1)} | ${transactions.toFixed(1)} |`)
  }
}

async function onPostgres<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  await using created = await openTestDatabase(tmpdir())
  return await work(created.env['DATABASE_URL'] ?? '')
}

async function timeOnPostgres({ nodes, queued }: { nodes: number; queued: number }): Promise<Timing> {
  return await onPostgres(async (databaseUrl) => {
    const database = await openDatabase({ databaseUrl }, { logger: pino({ level: 'error' }), now: () => new Date() })
    await using cluster = startTestClusterOn(database)
    await addTasks(cluster, queued)
    await using started = await startNodes(databaseUrl, { nodes, workers: WORKERS })
    const { sync } = scriptSync()
    const queue = await cluster.startNode({ sync, role: 'web', timing: APP_TIMING })
    return await timed(() => timeRunAll(cluster, queue), { pids: started.pids, databaseUrl })
  })
}

async function timeEmbedded(queued: number): Promise<Timing> {
  return await onEmbedded(async () => {
    await using cluster = await startTestCluster()
    await addTasks(cluster, queued)
    const { sync } = scriptSync({ isQuick: true })
    const queue = await cluster.startNode({ sync, workers: WORKERS, timing: APP_TIMING })
    return await timed(() => timeRunAll(cluster, queue), {})
  })
}

async function timeRealCopies(): Promise<Timing> {
  return await onEmbedded(async () => {
    await using emulator = await startEmulator({ host: '127.0.0.1', port: 0 })
    await using cluster = await startTestCluster()
    const api = sheets({ version: 'v4', rootUrl: `${emulator.url}/` })
    const create = async () => (await api.spreadsheets.create({ requestBody: {} })).data.spreadsheetId ?? ''
    const sourceSsId = await create()
    const values = Array.from({ length: ROWS }, (_, row) => [`0${row}`, row, row / 7, row % 2 === 0, 'text'])
    const range = `Sheet1!A1:E${ROWS}`
    const update = { spreadsheetId: sourceSsId, range, valueInputOption: 'RAW', requestBody: { values } }
    await api.spreadsheets.values.update(update)
    const typeId = await cluster.addType({ allowedConcurrentTasks: WORKERS })
    for (let added = 0; added < REAL_COPIES; added += 1) {
      await cluster.addTask(typeId, { sourceSsId, targetSsId: await create() })
    }
    const google = connect(emulator.url, NO_QUOTA)
    const queue = await cluster.startNode({ sync: runSync, google, workers: WORKERS })
    return await timed(() => timeRunAll(cluster, queue), {})
  })
}

async function onEmbedded<Result>(work: () => Promise<Result>): Promise<Result> {
  const url = process.env['TEST_DATABASE_URL']
  delete process.env['TEST_DATABASE_URL']
  try {
    return await work()
  } finally {
    if (url !== undefined) process.env['TEST_DATABASE_URL'] = url
  }
}
