import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runSync } from '#engine/run-sync.ts'
import type { Account } from '#server/google/account.ts'
import type { EditState, ReadEdits } from '#server/google/file-edits.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks as tasksTable } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { createEditWatch } from './edit-watch.ts'

const TICK_SECONDS = 30
/** Number of histories. The first is the example. */
const HISTORIES = 3
const FILES = 5
const SETTLES_SECONDS = 600
const CONFIG = { schedule: { timezone: 'America/New_York' }, allowedEmails: [] }
const authorize = async () => ({ authorization: 'Bearer sync@example.com' })
const SYNC: Account = { name: 'sync@example.com', project: 'one', authorize, authorizeDrive: authorize }

/** Starts copies between files, each with a separate column for people to edit, and a Drive that learns of edits late. */
async function startChains() {
  const parts = new AsyncDisposableStack()
  const cluster = parts.use(await startTestCluster({ startAt: '2026-01-15T17:00:00Z' }))
  const { orm, now } = cluster
  const provider = parts.use(await startTestProvider({ now, sharedAccount: SYNC }))
  const timing = { leaseMs: 24 * HOUR_MS, sweepMs: HOUR_MS }
  const queue = await cluster.startNode({ sync: runSync, google: provider.google, timing })
  const typeId = await cluster.addType({
    allowedConcurrentTasks: 3,
    maxRetries: 1,
    retryDelaySeconds: 600,
    afterSource: true,
    onEdit: true,
    onEditAtMostEveryMinutes: 1,
  })
  const { signal } = new AbortController()

  function open(lagMs: number) {
    const answers = new Map<string, { atMs: number; state: EditState }[]>()
    const readEdits: ReadEdits = async (id, request) => {
      const atMs = now().getTime()
      const all = answers.get(id) ?? []
      answers.set(id, all)
      all.push({ atMs, state: await provider.google.readEdits(id, request) })
      return all.findLast((answer) => answer.atMs <= atMs - lagMs)?.state ?? { kind: 'failed' }
    }
    const google = { selectDriveAccount: provider.google.selectDriveAccount, readEdits }
    const logger = pino({ level: 'error' })
    return createEditWatch({
      orm,
      google,
      queue,
      config: CONFIG,
      logger,
      now,
      nodeId: 'one',
      tickMs: TICK_SECONDS * SECOND_MS,
    })
  }

  return {
    ...cluster,
    provider,
    queue,
    open,
    async addFile(index: number) {
      const header: Cell[] = ['Name', 'Amount']
      header[findColumn(index)] = `Local ${index}`
      return await provider.spreadsheet({ columnCount: 12, rows: [[...header].map((name) => name ?? ''), ['Ada', 1]] })
    },
    addTask: (fields: {
      sourceSsId: string
      targetSsId: string
      moreSources?: { source_ss_id: string }[]
      afterSource?: boolean
    }) =>
      cluster.addTask(typeId, {
        ...fields,
        moreSources: (fields.moreSources ?? []).map((source) => ({ ...source, source_sheet_name: '' })),
        startRow: 1,
      }),
    edit: (file: string, { index, value }: { index: number; value: number }) =>
      provider.write(file, `${'ABCDEFGHIJKL'[findColumn(index)]}2`, [[value]]),
    /** Expects a target to have all cells of its source, in addition to its own column. */
    async expectCopied(source: string, target: string) {
      const [from, to] = [await provider.read(source), await provider.read(target)]
      expect(to.map((row, at) => row.slice(0, from[at]?.length))).toEqual(from)
    },
    async pass(seconds: number, watch?: ReturnType<typeof open>) {
      for (let passed = 0; passed < seconds; passed += TICK_SECONDS) {
        await cluster.passTime(TICK_SECONDS)
        await watch?.tick(signal)
        // A retry may have come due.
        await queue.wake()
        await eventually({
          what: 'the runs to end',
          read: () => orm.select({ status: runs.status }).from(runs),
          until: (all) => all.every(({ status }) => status === 'Failed' || !isInProgress(status)),
        })
      }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Finds the column that people edit. No copy writes to this column. The first file is only a source. */
function findColumn(index: number): number {
  return index === 0 ? 1 : 2 + index
}

const anyHistory = fc.record({
  /** For each file after the first, the files copied into it. All of them come before it. */
  sources: fc.tuple(
    ...Array.from({ length: FILES - 1 }, (_, index) => fc.uniqueArray(fc.nat({ max: index }), { maxLength: 2 })),
  ),
  lagMinutes: fc.constantFrom(0, 1, 3),
  edits: fc.array(fc.record({ file: fc.nat({ max: FILES - 1 }), seconds: fc.constantFrom(0, 30, 90, 240, 600) }), {
    ...{ minLength: 2, maxLength: 5 },
  }),
})

/**
 * A chain of three files, and a file filled from two of its copies. Drive reports the first copy after the second has read it.
 */
const diamond: typeof anyHistory extends fc.Arbitrary<infer History> ? History : never = {
  sources: [[0], [1], [1], [2, 3]],
  lagMinutes: 3,
  edits: [
    { file: 0, seconds: 600 },
    { file: 1, seconds: 600 },
    { file: 0, seconds: 240 },
    { file: 2, seconds: 30 },
  ],
}

test('each edit that Drive reports runs every task below it at most once, however late, and no edit is lost', async () => {
  await using world = await startChains()
  const seen = { copied: 0, followed: 0, late: 0 }
  const check = fc.asyncProperty(anyHistory, async ({ sources, lagMinutes, edits }) => {
    const files: string[] = []
    for (let index = 0; index < FILES; index += 1) files.push(await world.addFile(index))
    const tasks: { id: number; target: number; from: number[] }[] = []
    for (const [index, [first, ...more]] of sources.entries()) {
      if (first === undefined) continue
      const ends = { sourceSsId: files[first] ?? '', targetSsId: files[index + 1] ?? '' }
      const id = await world.addTask({
        ...ends,
        moreSources: more.map((file) => ({ source_ss_id: files[file] ?? '' })),
      })
      tasks.push({ id, target: index + 1, from: more.length > 0 ? [first, ...more] : [first] })
    }
    const ids = tasks.map(({ id }) => id)
    if (ids.length > 0) await world.queue.runSelected({ taskIds: ids, triggeredBy: 'jo@example.com' })
    await world.pass(TICK_SECONDS)
    await world.passTime(SETTLES_SECONDS)
    const watch = world.open(lagMinutes * MINUTE_MS)
    await world.pass(SETTLES_SECONDS, watch)
    const before = await world.orm.$count(runs, isInList(runs.taskId, ids))
    for (const [value, { file, seconds }] of edits.entries()) {
      await world.edit(files[file] ?? '', { index: file, value: 100 + value })
      await world.pass(seconds, watch)
    }
    await world.pass(SETTLES_SECONDS, watch)
    await watch.end()

    const found = await world.orm.select().from(runs).where(isInList(runs.taskId, ids)).orderBy(runs.id)
    const started = found.slice(before)
    const reads = (task: (typeof tasks)[number], file: number): boolean =>
      task.from.some((from) => from === file || tasks.some((other) => other.target === from && reads(other, file)))
    for (const task of tasks) {
      const ran = started.filter(({ taskId }) => taskId === task.id)
      const above = edits.filter(({ file }) => reads(task, file))
      expect(ran.length, `runs into file ${task.target}`).toBeLessThanOrEqual(above.length)
      seen.followed += ran.filter(({ upstreamIds }) => upstreamIds !== null).length
      if (task.from.length > 1) continue
      await world.expectCopied(files[task.from[0] ?? 0] ?? '', files[task.target] ?? '')
    }
    seen.copied += started.length
    seen.late += lagMinutes
    await world.orm.update(tasksTable).set({ isActive: false })
  })
  await fc.assert(check, { numRuns: HISTORIES, endOnFailure: true, examples: [[diamond]] })
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0)
})

test('a task waits for the copy that is about to fill its source, however long ago its source was edited', async () => {
  await using world = await startChains()
  const [first = '', middle = '', last = ''] = [await world.addFile(0), await world.addFile(1), await world.addFile(2)]
  const filling = await world.addTask({ sourceSsId: first, targetSsId: middle })
  const following = await world.addTask({ sourceSsId: middle, targetSsId: last })
  const countRuns = () => world.orm.$count(runs, eq(runs.taskId, following))
  const watch = world.open(0)
  await world.pass(60, watch)
  const { faults } = world.provider.emulator
  faults.add({ spreadsheetId: first, kind: 'read', path: '/v4/', effect: { answer: 'unavailable' } })
  await world.queue.runTask({ taskId: filling, triggeredBy: 'jo@example.com' })
  await world.pass(30, watch)
  await world.edit(middle, { index: 1, value: 7 })
  await world.pass(240, watch)
  expect(await countRuns()).toBe(0)
  faults.clear()
  await world.pass(900, watch)
  expect(await countRuns()).toBe(1)
  await world.expectCopied(middle, last)
})

test('an edit before a copy into the source is followed, although a run of another task began after that copy', async () => {
  await using world = await startChains()
  const files: string[] = []
  for (let index = 0; index < 5; index += 1) files.push(await world.addFile(index))
  const [first = '', middle = '', last = '', other = '', unrelated = ''] = files
  const filling = await world.addTask({ sourceSsId: first, targetSsId: middle })
  const following = await world.addTask({ sourceSsId: middle, targetSsId: last, afterSource: false })
  const elsewhere = await world.addTask({ sourceSsId: other, targetSsId: unrelated })
  const watch = world.open(0)
  const run = async (taskId: number) => {
    await world.queue.runTask({ taskId, triggeredBy: 'jo@example.com' })
    await world.pass(TICK_SECONDS)
  }
  for (const taskId of [filling, following]) await run(taskId)
  await world.pass(SETTLES_SECONDS, watch)
  await world.edit(middle, { index: 1, value: 7 })
  await world.provider.write(first, 'B2', [[8]])
  for (const taskId of [filling, elsewhere]) await run(taskId)
  await world.pass(SETTLES_SECONDS, watch)
  expect(await world.orm.$count(runs, eq(runs.taskId, following))).toBe(2)
  await world.expectCopied(middle, last)
})
