import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { HOUR_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs, watchedTasks } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { createEditWatch } from './edit-watch.ts'

const logger = pino({ level: 'error' })
const TICK_SECONDS = 15
const ROWS: Cell[][] = [
  ['Name', 'Amount'],
  ['Ada', 1],
]

/** Starts a copying node and a provider with the same clock, at noon on a Thursday. The test makes each tick of a watch. */
async function startWatching() {
  const parts = new AsyncDisposableStack()
  const cluster = parts.use(await startTestCluster({ startAt: '2026-01-15T17:00:00Z' }))
  const { orm, now } = cluster
  const provider = parts.use(await startTestProvider({ now }))
  const timing = { leaseMs: 24 * HOUR_MS, sweepMs: HOUR_MS }
  const queue = await cluster.startNode({ sync: runSync, google: provider.google, timing })
  const config = { schedule: { timezone: 'America/New_York' }, allowedEmails: [] }
  const { signal } = new AbortController()
  const open = (nodeId: string) =>
    createEditWatch({ orm, google: provider.google, queue, config, logger, now, nodeId, tickMs: TICK_SECONDS * 1000 })
  const readRuns = (taskId: number) => orm.select().from(runs).where(eq(runs.taskId, taskId)).orderBy(asc(runs.id))
  const untilIdle = () =>
    eventually({
      what: 'the runs to end',
      read: () => orm.select({ status: runs.status }).from(runs),
      until: (all) => all.every(({ status }) => !isInProgress(status)),
    })
  return {
    ...cluster,
    provider,
    queue,
    open,
    readRuns,
    untilIdle,
    /** Lets time pass, with a tick of each watch every 15 seconds, and lets every run end. */
    async pass(seconds: number, watches: readonly ReturnType<typeof open>[]) {
      for (let passed = 0; passed < seconds; passed += TICK_SECONDS) {
        await cluster.passTime(TICK_SECONDS)
        for (const watch of watches) await watch.tick(signal)
        await untilIdle()
      }
    },
    countPolls: () => provider.emulator.requests.entries.filter(({ operation }) => operation === 'files.get').length,
    async addWatching(fields: Parameters<typeof cluster.addTask>[1] = {}) {
      const sourceSsId = fields.sourceSsId ?? (await provider.spreadsheet({ rows: ROWS }))
      const targetSsId = fields.targetSsId ?? (await provider.spreadsheet({}))
      const typeId = await cluster.addType()
      return await cluster.addTask(typeId, { onEdit: true, ...fields, sourceSsId, targetSsId, startRow: 1 })
    },
    readSource: async (taskId: number) => (await cluster.readTask(taskId))?.sourceSsId ?? '',
    readTarget: async (taskId: number) => (await cluster.readTask(taskId))?.targetSsId ?? '',
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

test('an edit starts its tasks once, after a pause; one question serves them all, and nothing runs without an edit', async () => {
  await using world = await startWatching()
  const one = await world.addWatching()
  const source = await world.readSource(one)
  const other = await world.addWatching({ sourceSsId: source })
  const idle = await world.addWatching()
  const unwatched = await world.addWatching({ onEdit: null })
  const watch = world.open('one')
  await world.pass(300, [watch])
  for (const taskId of [one, other, idle]) expect(await world.readRuns(taskId)).toEqual([])

  await world.provider.write(source, 'A2', [['Bob']])
  await world.pass(45, [watch])
  // Somebody continues to edit, so the pause begins again.
  await world.provider.write(source, 'A3', [['Cy']])
  await world.pass(45, [watch])
  expect(await world.readRuns(one)).toEqual([])
  await world.pass(30, [watch])
  for (const taskId of [one, other]) {
    expect(await world.readRuns(taskId)).toMatchObject([
      { status: 'Success', triggeredBy: 'Edit of the source', origin: 'edit' },
    ])
  }
  expect((await world.readLog(one))[0]).toBe('INFO Queued by an edit of the source.')
  expect(await world.provider.read(await world.readTarget(one))).toEqual([['Name', 'Amount'], ['Bob', 1], ['Cy']])
  const [run] = await world.readRuns(one)
  expect(await world.readRuns(other)).toMatchObject([{ waveId: run?.waveId }])
  expect(await listActivity(world.orm, { filter: { since: new Date(0) }, limit: 10 })).toMatchObject([
    { kind: 'run_after_edit', who: 'Edit of the source', origin: 'edit', count: 2 },
  ])
  await world.pass(600, [watch])
  for (const taskId of [one, other]) expect(await world.readRuns(taskId)).toHaveLength(1)
  for (const taskId of [idle, unwatched]) expect(await world.readRuns(taskId)).toEqual([])

  // While nobody edits, ask about once a minute for each of the two files, not for each of the three tasks.
  await world.passTime(3600)
  world.provider.emulator.requests.clear()
  await world.pass(600, [watch])
  expect(world.countPolls()).toBeGreaterThanOrEqual(18)
  expect(world.countPolls()).toBeLessThanOrEqual(22)
})

test('an edit while no node watches is followed after the start, and nothing is started needlessly', async () => {
  await using world = await startWatching()
  const taskId = await world.addWatching()
  const idle = await world.addWatching()
  const first = world.open('one')
  await world.pass(15, [first])
  await first.end()
  await world.provider.write(await world.readSource(taskId), 'A2', [['Bob']])
  await world.passTime(3600)
  await world.pass(30, [world.open('two')])
  expect(await world.readRuns(taskId)).toMatchObject([{ status: 'Success' }])
  // A node stops after it saw an edit, but before it followed the edit.
  await world.provider.write(await world.readSource(taskId), 'A2', [['Cy']])
  await world.pass(60, [world.open('two')])
  await world.pass(60, [])
  await world.pass(300, [world.open('three')])
  expect(await world.readRuns(taskId)).toHaveLength(2)
  expect(await world.readRuns(idle)).toEqual([])
})

test('one node watches, and another takes over when it is gone', async () => {
  await using world = await startWatching()
  const taskId = await world.addWatching()
  const [one, two] = [world.open('one'), world.open('two')]
  await world.pass(15, [one, two])
  world.provider.emulator.requests.clear()
  await world.pass(300, [one, two])
  expect(world.countPolls()).toBeLessThanOrEqual(21)
  await world.provider.write(await world.readSource(taskId), 'A2', [['Bob']])
  await world.pass(110, [two])
  expect(await world.readRuns(taskId)).toMatchObject([{ status: 'Success' }])
})

test('a run that began after an edit was seen has copied it', async () => {
  await using world = await startWatching()
  const taskId = await world.addWatching({ onEditPauseMinutes: 5 })
  const watch = world.open('one')
  await world.pass(15, [watch])
  await world.provider.write(await world.readSource(taskId), 'A2', [['Bob']])
  await world.pass(60, [watch])
  await world.queue.runTask({ taskId, triggeredBy: 'jo@example.com' })
  await world.untilIdle()
  await world.pass(900, [watch])
  expect(await world.readRuns(taskId)).toHaveLength(1)
})

test('edits that go on are followed after ten minutes at the latest, and no more often than the task says', async () => {
  await using world = await startWatching()
  const taskId = await world.addWatching({ onEditPauseMinutes: 2, onEditAtMostEveryMinutes: 30 })
  const source = await world.readSource(taskId)
  const watch = world.open('one')
  await world.pass(15, [watch])
  for (let minute = 0; minute < 50; minute += 1) {
    await world.provider.write(source, 'B2', [[minute]])
    await world.pass(60, [watch])
  }
  const started = (await world.readRuns(taskId)).map(({ queuedAt }) => queuedAt.getTime())
  expect(started).toHaveLength(2)
  const [first = 0, second = 0] = started
  expect((second - first) / 60_000).toBeGreaterThanOrEqual(30)
  expect((second - first) / 60_000).toBeLessThan(31)
})

test('a held task is started by an edit of its source, and by nothing else; a paused one after its pause', async () => {
  await using world = await startWatching()
  const taskId = await world.addWatching()
  const source = await world.readSource(taskId)
  const watch = world.open('one')
  await world.queue.runTask({ taskId, triggeredBy: 'jo@example.com' })
  await world.untilIdle()
  await world.pass(15, [watch])
  await world.provider.call('POST', `/${source}/values/${encodeURIComponent('A1:B9')}:clear`, {})
  await world.pass(300, [watch])
  expect(await world.readRuns(taskId)).toMatchObject([{ status: 'Success' }, { status: 'Warning', isHeld: true }])
  await world.provider.write(await world.readTarget(taskId), 'F9', [['Not the source']])
  await world.pass(900, [watch])
  expect(await world.readRuns(taskId)).toHaveLength(2)

  await world.orm.update(tasks).set({ pausedUntil: '2026-01-17' }).where(eq(tasks.id, taskId))
  watch.noteChange()
  await world.provider.write(source, 'A1', ROWS)
  await world.pass(900, [watch])
  expect(await world.readRuns(taskId)).toHaveLength(2)
  await world.setTime('2026-01-17T17:00:00Z')
  await world.pass(15, [watch])
  expect((await world.readRuns(taskId)).at(-1)).toMatchObject({ status: 'Success' })
})

test('a task that copies within one file compares once more after its own writes, and then stops', async () => {
  await using world = await startWatching()
  const file = await world.provider.spreadsheet({ title: 'From', rows: ROWS }, { title: 'To' })
  const within = { sourceSsId: file, targetSsId: file, sourceSheetName: 'From', targetSheetName: 'To' }
  const taskId = await world.addWatching(within)
  const watch = world.open('one')
  await world.pass(15, [watch])
  await world.provider.write(file, 'From!A2', [['Bob']])
  await world.pass(1200, [watch])
  expect((await world.readRuns(taskId)).map(({ cellsChanged }) => cellsChanged > 0)).toEqual([true, false])
  // A person's edit in between is not lost.
  await world.provider.write(file, 'From!A2', [['Cy']])
  await world.pass(1200, [watch])
  expect((await world.readRuns(taskId)).map(({ cellsChanged }) => cellsChanged > 0)).toEqual([true, false, true, false])
})

test('a task whose own writes change its source does not run forever', async () => {
  await using world = await startWatching()
  const file = await world.provider.spreadsheet({ title: 'From', rows: ROWS }, { title: 'To' })
  await world.provider.write(file, 'From!B2', [['=NOW()']], 'USER_ENTERED')
  const within = { sourceSsId: file, targetSsId: file, sourceSheetName: 'From', targetSheetName: 'To' }
  const taskId = await world.addWatching({ ...within, onEditAtMostEveryMinutes: 1 })
  const watch = world.open('one')
  await world.pass(15, [watch])
  await world.provider.write(file, 'From!A2', [['Bob']])
  await world.pass(3600, [watch])
  expect((await world.readRuns(taskId)).map(({ cellsChanged }) => cellsChanged > 0)).toEqual([true, true])
})

test('a chain of copies that leads back to its first file ends', async () => {
  await using world = await startWatching()
  const [first, second] = [
    await world.provider.spreadsheet({ title: 'A', rows: ROWS }, { title: 'B' }),
    await world.provider.spreadsheet({ title: 'A' }, { title: 'B', rows: ROWS }),
  ]
  const tabs = (tab: string) => ({ sourceSheetName: tab, targetSheetName: tab, onEditAtMostEveryMinutes: 1 })
  const there = await world.addWatching({ sourceSsId: first, targetSsId: second, ...tabs('A') })
  const back = await world.addWatching({ sourceSsId: second, targetSsId: first, ...tabs('B') })
  await world.provider.write(first, 'A!B2', [['=NOW()']], 'USER_ENTERED')
  await world.provider.write(second, 'B!B2', [['=NOW()']], 'USER_ENTERED')
  const watch = world.open('one')
  await world.pass(15, [watch])
  await world.provider.write(first, 'A!A2', [['Bob']])
  await world.pass(3600, [watch])
  expect((await world.readRuns(there)).length).toBeLessThanOrEqual(2)
  expect((await world.readRuns(back)).length).toBeLessThanOrEqual(2)
  expect(await world.orm.$count(watchedTasks)).toBe(2)
})

test('an edit of any source of a task starts it, once for several', async () => {
  await using world = await startWatching()
  const more = await world.provider.spreadsheet({ rows: ROWS })
  const taskId = await world.addWatching({ moreSources: [{ source_ss_id: more, source_sheet_name: '' }] })
  const watch = world.open('one')
  await world.pass(15, [watch])
  await world.provider.write(more, 'A2', [['Bob']])
  await world.pass(90, [watch])
  expect(await world.readRuns(taskId)).toHaveLength(1)
  await world.provider.write(more, 'A2', [['Cy']])
  await world.provider.write(await world.readSource(taskId), 'A2', [['Dan']])
  await world.pass(600, [watch])
  expect(await world.readRuns(taskId)).toHaveLength(2)
})

test('a refusal of Drive is noted in words, and forgotten once Drive answers', async () => {
  await using world = await startWatching()
  const taskId = await world.addWatching()
  const { faults } = world.provider.emulator
  faults.add({ path: '/drive/', effect: { answer: 'service_disabled' } })
  const watch = world.open('one')
  await world.pass(15, [watch])
  expect(await world.readTask(taskId)).toMatchObject({
    watchFailure: { cause: 'edits_unseen', account: 'the built-in account' },
  })
  watch.noteChange()
  world.provider.emulator.requests.clear()
  await world.pass(600, [watch])
  expect(world.countPolls()).toBe(0)
  faults.clear()
  await world.pass(600, [watch])
  expect(await world.readTask(taskId)).toMatchObject({ watchFailure: null })
})
