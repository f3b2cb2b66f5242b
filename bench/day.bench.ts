import { setTimeout as delay } from 'node:timers/promises'
import { count, inArray } from 'drizzle-orm'
import { pino } from 'pino'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { readFreshness } from '#server/freshness/read-freshness.ts'
import { createGoogle } from '#server/google/google.ts'
import { runDueIntervals } from '#server/schedule/run-due-intervals.ts'
import { runDueTimes } from '#server/schedule/run-due-times.ts'
import { tasks as taskRows } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { createEditWatch } from '#server/watch/edit-watch.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { createVirtualClock } from './virtual-clock.ts'

// Simulates a day of 200 tasks with freshness promises, edits, outages of the provider, and Google's quota of 60 reads and 60
// writes a minute, enforced by the provider. The benchmark moves the clock, so the speed of the machine has no effect: it
// counts and does not measure.
const [hoursText = '24', partText = '1'] = process.argv.slice(2)
const HOURS = Number(hoursText)
/** Divisor of the tasks and of the quota, for a busy machine. */
const PART = Number(partText)
const STEP_MS = MINUTE_MS
const NIGHT_STEP_MS = 5 * MINUTE_MS
const SAMPLE_MS = 5 * MINUTE_MS
const ZONE = 'America/New_York'
const QUOTA = { readsPerMinute: 60 / PART, writesPerMinute: 60 / PART }
const LIMITS = { ...QUOTA, projectReadsPerMinute: 300, projectWritesPerMinute: 300 }
/** Time of the start: midnight of a Thursday in New York. */
const START_MS = Date.parse('2026-01-15T05:00:00Z')

const clock = createVirtualClock(START_MS)
const { now } = clock
const atHour = (hour: number) => START_MS + hour * HOUR_MS
const requests = { read: 0, write: 0, drive: 0, refused: 0 }
const minutes = new Map<string, number>()
const worstAgeMs = new Map<string, number>()
let isOut = false
let edits = 0
/** Pending request to Drive, which may have to wait for the clock. */
let asking: Promise<void> | undefined
const { signal } = new AbortController()
const logger = pino({ level: 'silent' })

await using provider = await startTestProvider({ now })
await using cluster = await startTestCluster()
const { orm } = cluster
const google = createGoogle({
  config: { sheetsUrl: provider.emulator.url, driveUrl: provider.emulator.url, ...LIMITS },
  now,
  random: () => 0.5,
  pause: clock.pause,
})

interface Task {
  kind: string
  id: number
  sourceSsId: string
}

const all: Task[] = []
const rows = (name: string) => Array.from({ length: 20 }, (_, row) => [`${name}/${row}`, row, row * 2, 'active'])

type Fields = NonNullable<Parameters<typeof cluster.addTask>[1]>

async function addTasks(kind: string, { tasks, fields, from }: { tasks: number; fields: Fields; from?: string[] }) {
  const typeId = await cluster.addType({ name: kind, allowedConcurrentTasks: 8, maxRetries: 5, retryDelaySeconds: 300 })
  const targets: string[] = []
  for (let index = 0; index < tasks / PART; index += 1) {
    const sourceSsId = from?.[index] ?? (await provider.spreadsheet({ rows: rows(`${kind} ${index}`) }))
    const targetSsId = await provider.spreadsheet({ rows: rows(`${kind} ${index}`) })
    const places = { sourceSsId, targetSsId, sourceSheetName: 'Sheet1', targetSheetName: 'Sheet1', startRow: 1 }
    all.push({ kind, id: await cluster.addTask(typeId, { ...places, ...fields }), sourceSsId })
    targets.push(targetSsId)
  }
  return targets
}

const DAYTIME = '06:00-20:00'
await addTasks('every 2 hours', {
  tasks: 120,
  fields: { everyMinutes: 120, everyMinutesBetween: DAYTIME, freshWithinMinutes: 150 },
})
const NET = { everyMinutes: 240, everyMinutesBetween: DAYTIME, freshWithinMinutes: 300 }
await addTasks('on edit', { tasks: 20, fields: { ...NET, onEdit: true } })
const first = await addTasks('chain: on edit', { tasks: 10, fields: { ...NET, onEdit: true } })
const following: Fields = { afterSource: true, onEdit: true, everyMinutesBetween: DAYTIME, freshWithinMinutes: 300 }
const second = await addTasks('chain: second', { tasks: 10, fields: following, from: first })
await addTasks('chain: third', { tasks: 10, fields: following, from: second })
await addTasks('at 05:00, by 07:30', { tasks: 30, fields: { scheduledTimes: ['05:00'], freshBy: '07:30' } })

const queue = await cluster.startNode({ sync: runSync, google, now, workers: 8, timing: { leaseMs: 48 * HOUR_MS } })
const config = { schedule: { timezone: ZONE }, allowedEmails: [] }
const watch = createEditWatch({ orm, google, queue, config, logger, now, nodeId: 'one', tickMs: STEP_MS })

// All targets are in the state of the evening before.
await orm.update(taskRows).set({ verifiedAt: new Date(START_MS - 4 * HOUR_MS) })
provider.emulator.requests.clear()
provider.emulator.faults.setQuota(QUOTA)

while (clock.nowMs() < atHour(HOURS)) {
  const isDay = clock.nowMs() >= atHour(5) && clock.nowMs() < atHour(20)
  await disturb()
  if (isDay) await edit()
  await runDueTimes({ orm, timezone: ZONE, logger, now })
  asking ??= ask().finally(() => {
    asking = undefined
  })
  await advance(isDay ? STEP_MS : NIGHT_STEP_MS)
  if ((clock.nowMs() - START_MS) % SAMPLE_MS === 0) await sample()
}
console.log(await table())
process.exit(0)

async function ask(): Promise<void> {
  await runDueIntervals({ orm, timezone: ZONE, logger, now, google, signal })
  await watch.tick(signal)
}

async function unended(): Promise<number> {
  return await orm.$count(runs, inArray(runs.status, ['Running', 'Queued']))
}

/** Moves the clock to the next possible event. */
async function advance(stepMs: number): Promise<void> {
  const untilMs = clock.nowMs() + stepMs
  while (clock.nowMs() < untilMs) {
    await queue.wake()
    await settle()
    clock.advance(untilMs)
  }
  for (const { path, kind, status } of provider.emulator.requests.entries) {
    if (path.startsWith('/drive/')) requests.drive += 1
    else if (kind) requests[kind] += 1
    if (status === 429) requests.refused += 1
  }
  provider.emulator.requests.clear()
}

/** Waits until every run has ended, or is waiting for the clock. */
async function settle(): Promise<void> {
  let sent = -1
  while (asking || (await unended()) > 0) {
    const { length } = provider.emulator.requests.entries
    if (length === sent) return
    sent = length
    await delay(clock.waiting() > 0 ? 30 : 100)
  }
}

/** Disturbs the day: two outages of the provider, an emptied source at noon, and an unreadable file in the afternoon. */
async function disturb(): Promise<void> {
  const { faults } = provider.emulator
  const [emptied, closed] = all
  const isOutNow = isWithin(10, 10.75) || isWithin(15, 15.25)
  const isClosed = isWithin(16, 17.5)
  if (isOutNow !== isOut || clock.nowMs() === atHour(16) || clock.nowMs() === atHour(17.5)) {
    faults.clear()
    if (isOutNow) faults.add({ path: '/', effect: { answer: 'unavailable' } })
    if (isClosed && closed) faults.add({ spreadsheetId: closed.sourceSsId, effect: { answer: 'permission_denied' } })
    isOut = isOutNow
  }
  if (!emptied) return
  if (clock.nowMs() === atHour(12)) await provider.call('POST', `/${emptied.sourceSsId}/values/A1:D20:clear`, {})
  if (clock.nowMs() === atHour(14)) await provider.write(emptied.sourceSsId, 'A1', rows(`${emptied.kind} 0`))
}

function isWithin(fromHour: number, untilHour: number): boolean {
  return clock.nowMs() >= atHour(fromHour) && clock.nowMs() < atHour(untilHour)
}

/** Edits the source of a task every minute. */
async function edit(): Promise<void> {
  if (isOut || (clock.nowMs() - START_MS) % MINUTE_MS !== 0) return
  const minute = (clock.nowMs() - START_MS) / MINUTE_MS
  const edited = all[(minute * 37) % all.length]
  if (!edited || edited.kind === 'chain: second' || edited.kind === 'chain: third' || edited === all[0]) return
  if (edited === all[1] && isWithin(16, 17.5)) return
  edits += 1
  await provider.write(edited.sourceSsId, 'B3', [[1000 + minute]])
}

async function sample(): Promise<void> {
  const kindOf = new Map(all.map(({ id, kind }) => [id, kind]))
  for (const { taskId, state, cause, verifiedAt } of await readFreshness(orm, { now: now(), timezone: ZONE })) {
    const kind = kindOf.get(taskId) ?? ''
    const sampleMinutes = SAMPLE_MS / MINUTE_MS
    for (const key of [`${kind} ${state}`, ...(state === 'late' ? [`${kind} because ${cause}`] : [])])
      minutes.set(key, (minutes.get(key) ?? 0) + sampleMinutes)
    const ageMs = clock.nowMs() - (verifiedAt?.getTime() ?? START_MS)
    if (clock.nowMs() >= atHour(6) && clock.nowMs() < atHour(20))
      worstAgeMs.set(kind, Math.max(worstAgeMs.get(kind) ?? 0, ageMs))
  }
}

async function table(): Promise<string> {
  const counted = await orm.select({ taskId: runs.taskId, runs: count() }).from(runs).groupBy(runs.taskId)
  const runsOf = new Map(counted.map((row) => [row.taskId, row.runs]))
  const kinds = [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, tasks]) => {
    const perTask = (key: string) => ((minutes.get(`${kind} ${key}`) ?? 0) / tasks.length).toFixed(1)
    const causes = [...minutes.keys()].filter((key) => key.startsWith(`${kind} because `))
    const late = causes.map((key) => `${key.slice(`${kind} because `.length)} ${minutes.get(key)}`).join(', ')
    const ran = tasks.reduce((sum, { id }) => sum + (runsOf.get(id) ?? 0), 0)
    const states = ['fresh', 'due', 'late'].map(perTask).join(' | ')
    const worst = Math.round((worstAgeMs.get(kind) ?? 0) / MINUTE_MS)
    return `| ${kind} | ${tasks.length} | ${ran} | ${states} | ${worst} | ${late || '–'} |`
  })
  return [
    `\n### ${HOURS} hours of ${all.length} tasks, ${edits} edits, and ${QUOTA.readsPerMinute} + ${QUOTA.writesPerMinute} requests a minute\n`,
    '| tasks | count | runs | fresh | due | late | worst age by day | late because |',
    '|---|---|---|---|---|---|---|---|',
    ...kinds,
    `\n${requests.read} reads, ${requests.write} writes, ${requests.drive} requests to Drive, ${requests.refused} refused with 429.`,
  ].join('\n')
}
