import { eq, isNotNull } from 'drizzle-orm'
import { pino } from 'pino'
import { isInProgress } from '#domain/runs/run-status.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { createGoogle } from '#server/google/google.ts'
import { runs, watchedTasks } from '#server/storage/schema.ts'
import { createEditWatch } from '#server/watch/edit-watch.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { report } from './report.ts'

// Watches 400 sources of an account under Google's quota of 60 reads and 60 writes a minute, enforced by the provider. People
// edit a source every 12 seconds for 20 minutes, while a schedule runs 60 other tasks. All clocks run faster.
const SPEED = 8
const SOURCES = 400
const SCHEDULED = 60
const TICK_MS = 5 * SECOND_MS
const EDIT_EVERY_MS = 12 * SECOND_MS
const LASTS_MS = 20 * MINUTE_MS
const QUOTA = { readsPerMinute: 60, writesPerMinute: 60 }
const LIMITS = { ...QUOTA, projectReadsPerMinute: 300, projectWritesPerMinute: 300 }

/** Time of the start: noon of a Thursday. */
const START_MS = Date.parse('2026-01-15T17:00:00Z')
const beganMs = performance.now()
const now = () => new Date(START_MS + (performance.now() - beganMs) * SPEED)
const real = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms / SPEED))

await using provider = await startTestProvider({ now })
await using cluster = await startTestCluster()
const { orm } = cluster
const google = createGoogle({
  config: { sheetsUrl: provider.emulator.url, driveUrl: provider.emulator.url, ...LIMITS },
  now,
  random: Math.random,
  async pause(durationMs, signal) {
    await real(durationMs)
    signal.throwIfAborted()
  },
})

const rows = (name: string) => Array.from({ length: 50 }, (_, row) => [`${name}/${row}`, row, row * 2, 'active'])
const typeId = await cluster.addType({ allowedConcurrentTasks: 8 })
async function addTask(name: string, onEdit: boolean) {
  const sourceSsId = await provider.spreadsheet({ rows: rows(name) })
  const targetSsId = await provider.spreadsheet({ rows: rows(name) })
  const id = await cluster.addTask(typeId, { name, sourceSsId, targetSsId, onEdit })
  return { id, sourceSsId }
}
const watched: Awaited<ReturnType<typeof addTask>>[] = []
for (let index = 0; index < SOURCES; index += 1) watched.push(await addTask(`Watched ${index}`, true))
const scheduled: number[] = []
for (let index = 0; index < SCHEDULED; index += 1) scheduled.push((await addTask(`Scheduled ${index}`, false)).id)

provider.emulator.faults.setQuota(QUOTA)
const queue = await cluster.startNode({ sync: runSync, google, now, workers: 8, timing: { leaseMs: HOUR_MS } })
const watch = createEditWatch({
  orm,
  google,
  queue,
  config: { schedule: { timezone: 'America/New_York' }, allowedEmails: [] },
  logger: pino({ level: 'error' }),
  now,
  nodeId: 'one',
  tickMs: TICK_MS,
})
const { signal } = new AbortController()
let isOver = false
const watching = (async () => {
  while (!isOver) {
    await watch.tick(signal)
    await real(TICK_MS)
  }
})()
await eventually({
  what: 'the first answers of Drive',
  read: () => orm.$count(watchedTasks, isNotNull(watchedTasks.handledVersion)),
  until: (answered) => answered === SOURCES,
  timeoutMs: 5 * MINUTE_MS,
})
provider.emulator.requests.clear()

const edits: { taskId: number; atMs: number }[] = []
const startMs = now().getTime()
let driveRequests = 0
for (let count = 0; now().getTime() - startMs < LASTS_MS; count += 1) {
  if (count === 30) await queue.runSelected({ taskIds: scheduled, triggeredBy: 'jo@example.com' })
  const task = watched[(count * 7) % SOURCES]
  if (!task) break
  await provider.write(task.sourceSsId, 'B3', [[1000 + count]])
  edits.push({ taskId: task.id, atMs: now().getTime() })
  driveRequests += provider.emulator.requests.entries.filter(({ path }) => path.startsWith('/drive/')).length
  provider.emulator.requests.clear()
  await real(Math.max(0, startMs + (count + 1) * EDIT_EVERY_MS - now().getTime()))
}
const hours = (now().getTime() - startMs) / HOUR_MS
await real(5 * MINUTE_MS)
await eventually({
  what: 'the runs to end',
  read: async () => (await orm.select({ status: runs.status }).from(runs)).filter(({ status }) => isInProgress(status)),
  until: (open) => open.length === 0,
})
isOver = true
await watching

const all = await orm.select().from(runs)
const seconds: number[] = []
let lost = 0
for (const { taskId, atMs } of edits) {
  const found = all.filter(
    (run) => run.taskId === taskId && run.status === 'Success' && (run.attemptStartedAt?.getTime() ?? 0) >= atMs,
  )
  const endedMs = Math.min(...found.map(({ endedAt }) => endedAt?.getTime() ?? Number.POSITIVE_INFINITY))
  if (Number.isFinite(endedMs)) seconds.push((endedMs - atMs) / SECOND_MS)
  else lost += 1
}
const own = await orm.select().from(runs).where(eq(runs.triggeredBy, 'jo@example.com'))
const waited = own.map(({ queuedAt, endedAt }) => ((endedAt?.getTime() ?? 0) - queuedAt.getTime()) / SECOND_MS)
const at = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
const startedCount = all.length - own.length
report('editToCopy', at(seconds, 0.5))
console.log(
  `\n### ${SOURCES} watched sources, one edit every 12 s, and ${SCHEDULED} scheduled tasks, at 60 + 60 requests a minute\n`,
)
console.log(
  '| edits | runs for them | lost | median s | 95 % s | longest s | last scheduled s | Drive requests a minute |',
)
console.log('|---|---|---|---|---|---|---|---|')
const figures = [at(seconds, 0.5), at(seconds, 0.95), Math.max(...seconds), Math.max(...waited)].map((value) =>
  value.toFixed(0),
)
console.log(
  `| ${edits.length} | ${startedCount} | ${lost} | ${figures.join(' | ')} | ${(driveRequests / hours / 60).toFixed(0)} |`,
)
