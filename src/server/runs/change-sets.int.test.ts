import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CellChange } from '#domain/copy/change-block.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { packChunk } from '#engine/record/change-chunk.ts'
import { runSync } from '#engine/run-sync.ts'
import { makeRoomForHistory } from '#server/queue/make-room-for-history.ts'
import { changeChunks, changeSets, runs } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { readChangeHistory } from './change-history.ts'
import { changesPage, findChangeSets } from './change-pages.ts'
import { appendChunks, openChangeSet } from './change-sets.ts'
import { expireChangeSets, expireChangeSetsOfTask } from './expire-change-sets.ts'

type Cluster = Awaited<ReturnType<typeof startTestCluster>>

const tab = { targetSsId: 'target', targetTab: 'Data', sheetId: 0, columns: ['id', 'name'], widthBefore: null }

async function addRun({ orm, now }: Cluster, taskId: number, { isEnded = true } = {}): Promise<number> {
  const at = now()
  const run = { taskId, status: 'Success', waveId: randomUUID(), triggeredBy: 'jo', queuedAt: at } as const
  const [added] = await orm
    .insert(runs)
    .values({ ...run, endedAt: isEnded ? at : null })
    .returning({ id: runs.id })
  return added?.id ?? 0
}

/** Adds a change set with two columns. The first column is filled, the second changed, and every tenth row of it cleared. */
async function addChangeSet(
  cluster: Cluster,
  taskId: number,
  { rows = 10, createdAt = cluster.now(), isEnded = true } = {},
) {
  const runId = await addRun(cluster, taskId, { isEnded })
  await openChangeSet(cluster.orm, { ...tab, runId, taskId, createdAt })
  for (let row = 1; row <= rows; row += 10) {
    const after = Array.from({ length: 10 }, (_, down) => [row + down, down === 0 ? '' : 'new'])
    const chunk = packChunk([{ row, column: 1, before: after.map(() => [null, 'old']), after }])
    await appendChunks(cluster.orm, { runId, chunks: [chunk] })
  }
  return runId
}

const readStates = async ({ orm }: Cluster) =>
  (await orm.select({ state: changeSets.state }).from(changeSets).orderBy(asc(changeSets.runId))).map(
    ({ state }) => state,
  )

test('the cells of a change set are read page by page, all of them or those of a kind or column', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  const taskId = await cluster.addTask(await cluster.addType())
  const runId = await addChangeSet(cluster, taskId, { rows: 100 })
  const page = (filter: Parameters<typeof changesPage>[1]['filter'], offset: number, limit: number) =>
    changesPage(orm, { runId, filter, offset, limit })
  const all = await page({}, 0, 1000)
  expect(all.matching).toBe(200)
  expect(all.cells).toHaveLength(200)
  const pages: CellChange[] = []
  for (let offset = 0; offset < 200; offset += 7) pages.push(...(await page({}, offset, 7)).cells)
  expect(pages).toEqual(all.cells)
  expect(await page({ kind: 'cleared' }, 3, 1)).toEqual({
    matching: 10,
    cells: [{ row: 31, column: 2, before: 'old', after: '', targetKey: '' }],
  })
  expect(await page({ column: 1 }, 95, 10)).toMatchObject({ matching: 100, cells: { length: 5 } })
  expect(await page({ column: 2, kind: 'filled' }, 0, 10)).toEqual({ matching: 0, cells: [] })
  expect(await page({ column: 2, kind: 'changed' }, 89, 10)).toMatchObject({ matching: 90, cells: [{ row: 100 }] })
  expect((await findChangeSets(orm, { taskId, runId }))?.[0]).toMatchObject({ filled: 100, changed: 90, cleared: 10 })
  expect((await findChangeSets(orm, { taskId: taskId + 1, runId }))?.[0]).toBeUndefined()
})

test('the last 10 change sets of a task are kept, and only the counts of older ones', async () => {
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType()
  const [taskId, otherTaskId] = [await cluster.addTask(typeId), await cluster.addTask(typeId)]
  await addChangeSet(cluster, otherTaskId)
  for (let added = 0; added < 11; added += 1) await addChangeSet(cluster, taskId)
  await expireChangeSetsOfTask(cluster.orm, taskId)
  expect(await readStates(cluster)).toEqual(['kept', 'expired', ...Array(10).fill('kept')])
  const [expired] = await cluster.orm.select().from(changeSets).where(eq(changeSets.state, 'expired'))
  expect(expired).toMatchObject({ filled: 10, bytes: 0 })
  expect(await cluster.orm.$count(changeChunks, eq(changeChunks.runId, expired?.runId ?? 0))).toBe(0)
})

test('change sets end after 30 days, and the oldest when all together take too much space', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  const now = cluster.now()
  const typeId = await cluster.addType()
  const tasks = await cluster.addTasks(typeId, 5)
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const days = [31, 29, 2, 1]
  for (const [index, taskId] of tasks.entries()) {
    await addChangeSet(cluster, taskId, { createdAt: at(days[index] ?? 0), isEnded: index !== 1 })
  }
  await expireChangeSets(orm, { maxBytes: 1_000_000, now })
  expect(await readStates(cluster)).toEqual(['expired', 'kept', 'kept', 'kept', 'kept'])
  const [last] = await orm
    .select()
    .from(changeSets)
    .where(eq(changeSets.taskId, tasks[4] ?? 0))
  await expireChangeSets(orm, { maxBytes: 2 * (last?.bytes ?? 0), now })
  // The second change set belongs to a run in progress.
  expect(await readStates(cluster)).toEqual(['expired', 'kept', 'expired', 'kept', 'kept'])
})

test('one task that changes much ends the history of no other, and the tasks without any are named', async () => {
  await using cluster = await startTestCluster()
  const { orm, now } = cluster
  const typeId = await cluster.addType()
  const [quiet, busy] = [await cluster.addTask(typeId), await cluster.addTask(typeId)]
  const quietRun = await addChangeSet(cluster, quiet)
  for (let added = 0; added < 4; added += 1) await addChangeSet(cluster, busy)
  const [{ bytes = 0 } = {}] = await orm.select().from(changeSets).where(eq(changeSets.runId, quietRun))
  expect(await expireChangeSets(orm, { maxBytes: 3 * bytes, now: now() })).toEqual([])
  expect(await readStates(cluster)).toEqual(['kept', 'expired', 'expired', 'kept', 'kept'])
  await makeRoomForHistory(orm, { historyBytes: bytes, now })
  expect(await readStates(cluster)).toEqual(['expired', 'expired', 'expired', 'expired', 'kept'])
  expect(await cluster.readLog(quiet)).toEqual([
    expect.stringMatching(`^WARNING Run ${quietRun} can no longer be undone`),
  ])
  expect(await cluster.readLog(busy)).toEqual([])
})

test('a resumed attempt continues the change set, and records no cell twice', async () => {
  // The embedded provider applies no write late, so no run waits for a late write.
  await using provider = await startTestProvider({ config: { isEmbedded: true } })
  await using cluster = await startTestCluster()
  // Make the text long enough for two writes.
  const text = 'text '.repeat(20)
  const rows = Array.from({ length: 3000 }, (_, row) => Array.from({ length: 10 }, (_, at) => `${row} ${at} ${text}`))
  const sourceSsId = await provider.spreadsheet({ rows })
  const targetSsId = await provider.spreadsheet({ rows: [['old']], rowCount: 3000, columnCount: 10 })
  const typeId = await cluster.addType({ maxRetries: 1 })
  const taskId = await cluster.addTask(typeId, { sourceSsId, targetSsId, startRow: 1 })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  // Let all tries of the second write fail.
  provider.emulator.faults.add({ kind: 'write', after: 1, count: 5, effect: { answer: 'unavailable', applied: true } })
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilStatus(taskId, 'Success')
  const run = await cluster.readRun(taskId)
  expect(run.attempt).toBe(2)
  const set = (await findChangeSets(cluster.orm, { taskId, runId: run.id }))?.[0]
  expect(set).toMatchObject({ state: 'kept', filled: 29_999, changed: 1, cleared: 0, targetSsId })
  const { matching } = await changesPage(cluster.orm, { runId: run.id, filter: {}, offset: 0, limit: 1 })
  expect(matching).toBe(30_000)
})

test('what is too much to keep is counted once, and neither its run nor an earlier one can be undone', async () => {
  await using provider = await startTestProvider({ config: { isEmbedded: true } })
  await using cluster = await startTestCluster()
  const sourceSsId = await provider.spreadsheet({ rows: [['id'], [1]], rowCount: 3001 })
  const targetSsId = await provider.spreadsheet({ rows: [['id']], rowCount: 3001 })
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 1 }), { sourceSsId, targetSsId })
  const logsBeforeWriting: string[][] = []
  const sync: typeof runSync = (google, job, ports) => {
    const willWrite: typeof ports.willWrite = async (write) => {
      logsBeforeWriting.push(await cluster.readLog(taskId))
      await ports.willWrite(write)
    }
    return runSync(google, job, { ...ports, willWrite })
  }
  // Turn off reports in the background.
  const options = { maxChangeSetBytes: 10_000, timing: { reportMs: HOUR_MS } }
  const queue = await cluster.startNode({ sync, google: provider.google, ...options })
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilStatus(taskId, 'Success')
  const { id: small } = await cluster.readRun(taskId)

  const rows = Array.from({ length: 3000 }, (_, row) => [Math.sin(row), `text ${row}`])
  await provider.write(sourceSsId, 'A1', [['id', 'name'], ...rows])
  // Let all tries of the first write fail.
  provider.emulator.faults.add({ kind: 'write', count: 5, effect: { answer: 'unavailable', applied: false } })
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilStatus(taskId, 'Success')
  const { id: large, attempt } = await cluster.readRun(taskId)
  expect(attempt).toBe(2)
  const counted = { state: 'too_large', filled: 5999, changed: 1, cleared: 0, bytes: 0 }
  expect((await findChangeSets(cluster.orm, { taskId, runId: large }))?.[0]).toMatchObject(counted)
  const [, logBeforeWriting] = logsBeforeWriting
  expect(logBeforeWriting).toContain(
    'WARNING This run cannot be undone: it changes 6,000 cells, which is too much to keep.',
  )
  const historyFrom = (fromRunId: number) => readChangeHistory(cluster.orm, { taskId, fromRunId, targetSsId })
  const why = 'changed too many cells to keep, so it cannot be undone.'
  await expect(historyFrom(large)).rejects.toThrow(`This run ${why}`)
  await expect(historyFrom(small)).rejects.toThrow(`A later run ${why}`)
})

test('a run that was stopped keeps what it may have written', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const sourceSsId = await provider.spreadsheet({ rows: [['id'], [1], [2]] })
  const targetSsId = await provider.spreadsheet({ rows: [['id'], [5], [6]] })
  const taskId = await cluster.addTask(await cluster.addType(), { sourceSsId, targetSsId })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  provider.emulator.faults.add({ kind: 'write', effect: { answer: 'delayed', delayMs: 60_000 } })
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilStatus(taskId, 'Running')
  await eventually({
    what: 'the record of the write',
    read: () => cluster.orm.$count(changeChunks),
    until: (count) => count > 0,
  })
  await queue.stopTask(taskId)
  await cluster.untilStatus(taskId, 'Stopped')
  const { id: runId } = await cluster.readRun(taskId)
  const { cells } = await changesPage(cluster.orm, { runId, filter: {}, offset: 0, limit: 10 })
  expect(cells).toEqual([
    { row: 2, column: 1, before: 5, after: 1, targetKey: '' },
    { row: 3, column: 1, before: 6, after: 2, targetKey: '' },
  ])
})
