import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lte, ne } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { admit } from '#domain/admission/admit.ts'
import { situationAt } from '#domain/admission/situation.ts'
import { SlotFinder } from '#domain/schedule/interval.ts'
import { EVERY_DAY } from '#domain/schedule/schedule-rule.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { setPause } from '#server/runs/pause.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { changeSets, holds, runs, watchedSources } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { runDueIntervals } from './run-due-intervals.ts'
import { runDueTimes } from './run-due-times.ts'
import { listScheduleEvents } from './schedule-events.ts'

const timezone = 'America/New_York'
const logger = pino({ level: 'error' })
const finder = new SlotFinder(timezone)
// A Thursday, 07:00 in New York.
const START = Date.parse('2026-01-15T12:00:00Z')

/** Minutes and seconds after 07:00. */
const after = (minutes: number, seconds = 0) => START + minutes * MINUTE_MS + seconds * SECOND_MS

async function startIntervalCluster() {
  const cluster = await startTestCluster({ startAt: new Date(START).toISOString() })
  const { orm, now } = cluster
  return {
    ...cluster,
    poll: () => runDueIntervals({ orm, timezone, logger, now }),
    async pollAt(ms: number) {
      await cluster.setTime(new Date(ms).toISOString())
      return await runDueIntervals({ orm, timezone, logger, now })
    },
    /** Returns tasks with runs queued since the last call, and ends these runs. */
    async takeQueued(): Promise<number[]> {
      const ended = await orm
        .update(runs)
        .set({ status: 'Success', endedAt: now() })
        .where(isNull(runs.endedAt))
        .returning({ taskId: runs.taskId })
      return ended.map(({ taskId }) => taskId)
    },
    async events() {
      const found = await listScheduleEvents(orm, { limit: 100 })
      return found
        .reverse()
        .map(({ kind, reason, taskIds, everyMinutes, times }) => [kind, reason, everyMinutes, times, taskIds])
    },
    /** Returns when the interval of a task starts it next. */
    nextStart(taskId: number, everyMinutes: number, between = ''): number {
      const next = finder.next({ ...EVERY_DAY, everyMinutes, between }, { taskId, now: now() })
      return next?.getTime() ?? Number.NaN
    },
  }
}

test('200 tasks at 15 minutes start at times of their own, each once in 15 minutes', async () => {
  await using cluster = await startIntervalCluster()
  const typeId = await cluster.addType({ everyMinutes: 15 })
  const ids = await cluster.addTasks(typeId, 200)
  await cluster.pollAt(START)
  const started: { taskId: number; minute: number }[] = []
  const perPoll: number[] = []
  for (let seconds = 30; seconds <= 30 * 60; seconds += 30) {
    await cluster.pollAt(after(0, seconds))
    const queued = await cluster.takeQueued()
    perPoll.push(queued.length)
    started.push(...queued.map((taskId) => ({ taskId, minute: seconds / 60 })))
  }
  expect(Math.max(...perPoll)).toBeLessThanOrEqual(9)
  for (const half of [started.filter(({ minute }) => minute <= 15), started.filter(({ minute }) => minute > 15)]) {
    expect(half.map(({ taskId }) => taskId).sort((one, other) => one - other)).toEqual(ids)
  }
  const [run] = await cluster.orm.select().from(runs).limit(1)
  expect(run).toMatchObject({ triggeredBy: 'Schedule every 15 min', origin: 'schedule' })
  expect(await cluster.events()).toEqual([])
})

test('a pause of everything skips the starts of an interval, and one entry counts them', async () => {
  await using cluster = await startIntervalCluster()
  const id = await cluster.addTask(await cluster.addType({ everyMinutes: 15 }))
  await cluster.pollAt(START)
  await setPause(cluster.orm, { since: cluster.now(), until: new Date(after(45)), setBy: 'ada@example.com' })
  for (const minutes of [15, 30, 44]) await cluster.pollAt(after(minutes))
  expect(await cluster.takeQueued()).toEqual([])
  expect(await cluster.events()).toEqual([['skipped', 'paused', 15, expect.any(Number), [id]]])
  await cluster.pollAt(after(60))
  expect(await cluster.takeQueued()).toEqual([id])
})

test('after an outage each task runs once, and one entry says so', async () => {
  await using cluster = await startIntervalCluster()
  const ids = await cluster.addTasks(await cluster.addType({ everyMinutes: 15 }), 3)
  await cluster.poll()
  await cluster.pollAt(START + 3 * HOUR_MS)
  expect(await cluster.takeQueued()).toEqual(ids)
  expect(await cluster.readLog(ids[0] ?? 0)).toEqual([
    expect.stringMatching(
      /^INFO Queued by Schedule every 15 min, once for all starts of the last 2 h \d+ min: no server was running\.$/,
    ),
  ])
  expect(await cluster.events()).toEqual([['late', 'no_server', 15, 12, ids]])
  // The next starts are on time again.
  await cluster.pollAt(START + 3 * HOUR_MS + 10 * SECOND_MS)
  await cluster.pollAt(START + 3 * HOUR_MS + 10 * MINUTE_MS)
  expect((await cluster.takeQueued()).length).toBeLessThanOrEqual(3)
})

test('an outage that ends long after the hours of the interval leaves no run', async () => {
  await using cluster = await startIntervalCluster()
  const typeId = await cluster.addType()
  const id = await cluster.addTask(typeId, { everyMinutes: 30, everyMinutesBetween: '07:00-09:00' })
  await cluster.poll()
  await cluster.pollAt(START + 10 * HOUR_MS)
  expect(await cluster.takeQueued()).toEqual([])
  expect(await cluster.events()).toEqual([['missed', 'no_server', 30, 4, [id]]])
})

test('a start is skipped while the previous run is in progress, and all that one run keeps out are one entry', async () => {
  await using cluster = await startIntervalCluster()
  const id = await cluster.addTask(await cluster.addType(), { everyMinutes: 5 })
  await cluster.poll()
  await cluster.pollAt(cluster.nextStart(id, 5))
  expect(await cluster.readStatus(id)).toBe('Queued')
  for (const _ of [1, 2, 3]) await cluster.pollAt(cluster.nextStart(id, 5))
  expect(await cluster.events()).toEqual([['skipped', 'in_progress', 5, 3, [id]]])
  expect(await cluster.readLog(id)).toHaveLength(1)
  await cluster.takeQueued()
  await cluster.pollAt(cluster.nextStart(id, 5))
  expect(await cluster.readStatus(id)).toBe('Queued')
  await cluster.pollAt(cluster.nextStart(id, 5))
  expect((await cluster.events()).slice(1)).toEqual([['skipped', 'in_progress', 5, 1, [id]]])
})

test('a held task starts again once somebody decided, or another task wrote to its source', async () => {
  await using cluster = await startIntervalCluster()
  const { orm, now } = cluster
  const id = await cluster.addTask(await cluster.addType(), { everyMinutes: 10, sourceSsId: 'held source' })
  await cluster.poll()
  await cluster.pollAt(cluster.nextStart(id, 10))
  await orm.update(runs).set({ startedAt: now() })
  await cluster.takeQueued()
  await orm.insert(holds).values({ taskId: id, rules: [], since: now() })
  for (const _ of [1, 2]) await cluster.pollAt(cluster.nextStart(id, 10))
  expect(await cluster.takeQueued()).toEqual([])
  expect(await cluster.events()).toEqual([['skipped', 'held', 10, 2, [id]]])

  const filling = await cluster.addTask(await cluster.addType(), { targetSsId: 'held source' })
  const request = { which: { taskId: filling }, waveId: randomUUID(), triggeredBy: 'jo', allowShrink: false }
  await queueRuns(orm, { ...request, message: '', now: now() })
  const { id: runId } = await cluster.readRun(filling)
  const written = { runId, taskId: filling, createdAt: now(), targetSsId: 'held source', targetTab: 'Data' }
  await orm.insert(changeSets).values({ ...written, columns: [] })
  await cluster.endRuns(filling)
  await cluster.pollAt(cluster.nextStart(id, 10))
  expect(await cluster.takeQueued()).toEqual([id])

  await orm.delete(changeSets)
  await cluster.pollAt(cluster.nextStart(id, 10))
  expect(await cluster.takeQueued()).toEqual([])
  await orm.update(holds).set({ acceptedAt: now(), acceptedBy: 'jo' })
  await cluster.pollAt(cluster.nextStart(id, 10))
  expect(await cluster.takeQueued()).toEqual([id])
})

test('a held task starts again once its source was edited, as Drive says', async () => {
  await using cluster = await startIntervalCluster()
  const { orm, now } = cluster
  await using provider = await startTestProvider({ now })
  const rows = [['Name'], ...Array.from({ length: 20 }, (_, index) => [`row ${index}`])]
  const source = await provider.spreadsheet({ rows })
  const target = await provider.spreadsheet({})
  const queue = await cluster.startNode({ sync: runSync, google: provider.google, timing: { leaseMs: 24 * HOUR_MS } })
  const ids = { sourceSsId: source, targetSsId: target }
  const id = await cluster.addTask(await cluster.addType(), { everyMinutes: 10, startRow: 1, ...ids })
  const poll = async () => {
    await cluster.setTime(new Date(cluster.nextStart(id, 10)).toISOString())
    const { hasQueued } = await runDueIntervals({ orm, timezone, logger, now, google: provider.google })
    if (!hasQueued) return 'not started'
    await queue.wake()
    await cluster.untilLogged(id, /./)
    await eventually({
      what: 'the run to end',
      read: () => cluster.readRun(id),
      until: ({ endedAt }) => endedAt !== null,
    })
    const { status, isHeld } = await cluster.readRun(id)
    return isHeld ? 'held' : status
  }
  await cluster.poll()
  expect(await poll()).toBe('Success')
  await provider.call('POST', `/${source}/values/${encodeURIComponent('A2:A30')}:clear`, {})
  expect(await poll()).toBe('held')
  expect(await poll()).toBe('not started')
  expect(await poll()).toBe('not started')
  expect(await cluster.events()).toEqual([['skipped', 'held', 10, 2, [id]]])
  await cluster.passTime(60)
  // The watch of edits already asks Drive, so Drive is not asked twice.
  await provider.write(source, 'A1', rows)
  const account = 'the built-in account'
  const start = new Date(cluster.nextStart(id, 10))
  await orm.insert(watchedSources).values({ sourceSsId: source, account, editedAt: new Date(0), polledAt: start })
  provider.emulator.requests.clear()
  expect(await poll()).toBe('not started')
  expect(provider.emulator.requests.entries).toEqual([])
  await orm.delete(watchedSources)
  expect(await poll()).toBe('Success')
})

test('a task has the interval of its type unless it has its own, on the days of its schedule, beside its times', async () => {
  await using cluster = await startIntervalCluster()
  const typeId = await cluster.addType({ everyMinutes: 20, everyMinutesBetween: '07:00-08:00' })
  const typical = await cluster.addTask(typeId, { scheduledTimes: ['07:30'] })
  const own = await cluster.addTask(typeId, { everyMinutes: 5, everyMinutesBetween: '07:00-07:20' })
  await cluster.addTask(typeId, { scheduleDays: ['Mon'] })
  await cluster.addTask(typeId, { isActive: false })
  await cluster.poll()
  const { orm, now } = cluster
  await runDueTimes({ orm, timezone, logger, now })
  const counts = new Map<number, number>()
  for (let minutes = 1; minutes <= 66; minutes += 1) {
    await cluster.pollAt(after(minutes))
    await runDueTimes({ orm, timezone, logger, now })
    for (const id of await cluster.takeQueued()) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  expect(Object.fromEntries(counts)).toEqual({ [typical]: 3 + 1, [own]: 4 })
})

test('a task runs although its prerequisites start every five minutes and one of them is always in progress', async () => {
  await using cluster = await startIntervalCluster()
  const { orm, now } = cluster
  const masters = await cluster.addType({ everyMinutes: 5, allowedConcurrentTasks: 10 })
  await cluster.addTasks(masters, 4)
  const dependent = await cluster.addTask(await cluster.addType({ dependsOnId: masters }))
  await cluster.pollAt(START)
  let [requestedAt, startedAt, others] = [0, 0, 0]
  for (let minute = 1; minute <= 30 && startedAt === 0; minute += 1) {
    await cluster.pollAt(after(minute))
    const begun = new Date(after(minute - 6))
    const isOver = and(eq(runs.status, 'Running'), lte(runs.startedAt, begun))
    await orm.update(runs).set({ status: 'Success', endedAt: now() }).where(isOver)
    if (minute === 12) {
      const request = { which: { taskId: dependent }, waveId: randomUUID(), triggeredBy: 'jo', allowShrink: false }
      await queueRuns(orm, { ...request, message: '', now: now() })
      requestedAt = minute
    }
    for (;;) {
      const run = admit(situationAt(await readSnapshot(orm, { candidates: 10, now: now() }), now()))
      if (!run) break
      const lease = { startedAt: now(), leaseUntil: new Date(START + 24 * HOUR_MS), attempt: 1 }
      await orm
        .update(runs)
        .set({ status: 'Running', ...lease })
        .where(eq(runs.id, run.id))
      if (run.taskId === dependent) startedAt = minute
    }
    others = await orm.$count(runs, and(isNull(runs.endedAt), ne(runs.taskId, dependent)))
    expect(minute < 6 || others > 0).toBe(true)
  }
  expect(startedAt).toBeGreaterThan(requestedAt)
  expect(startedAt).toBeLessThanOrEqual(requestedAt + 7)
  expect(others).toBeGreaterThan(0)
})

test('an interval counts from the time at which a task gets it, and two nodes start it once', async () => {
  await using cluster = await startIntervalCluster()
  const id = await cluster.addTask(await cluster.addType())
  await cluster.poll()
  await cluster.setTime(new Date(START + 5 * HOUR_MS).toISOString())
  await cluster.orm.update(tasks).set({ everyMinutes: 15 }).where(eq(tasks.id, id))
  expect(await cluster.poll()).toMatchObject({ hasQueued: false })
  await cluster.setTime(new Date(cluster.nextStart(id, 15)).toISOString())
  const polls = await Promise.all([cluster.poll(), cluster.poll()])
  expect(polls.filter(({ hasQueued }) => hasQueued)).toHaveLength(1)
  const queued = await cluster.orm
    .select()
    .from(runs)
    .where(and(eq(runs.taskId, id), isNull(runs.endedAt)))
  expect(queued).toHaveLength(1)
})
