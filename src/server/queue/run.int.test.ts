import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { repositionTask } from '#server/tasks/task-positions.ts'
import { eventually } from '#tests/support/eventually.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

const jo = 'jo@example.com'

async function publishRows(ports: SyncPorts, rows: Cell[][]): Promise<void> {
  await using copy = await ports.dataCopy?.open(['Name'])
  await copy?.append(rows)
  await copy?.publish()
}

test('a run moves from Queued to Running to Success and records its figures', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType({ name: 'Masters' }), { name: 'ENT1' })
  const queue = await cluster.startNode({ sync: script.sync })
  expect(await queue.runTask({ taskId, triggeredBy: jo })).toEqual({
    status: 'success',
    message: "'ENT1' (Masters) is queued.",
  })
  const copy = await script.nth(1)
  expect(await cluster.readStatus(taskId)).toBe('Running')
  copy.ports.log('SUCCESS', 'Copied.')
  copy.end({ cellsChanged: 4, cellsMoved: 3, reads: 2, rows: 10, sourceTitle: 'Books' })
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.readRun(taskId)).toMatchObject({
    attempt: 1,
    cellsChanged: 4,
    cellsMoved: 3,
    reads: 2,
    rowsDone: 10,
    leaseOwner: null,
  })
  expect(await cluster.readTask(taskId)).toMatchObject({
    lastRows: 10,
    lastWidth: 3,
    lastErrorCells: 0,
    sourceSsName: 'Books',
  })
  expect(await cluster.readLog(taskId)).toEqual([`INFO Queued by ${jo}.`, 'SUCCESS Copied.'])
})

test.each([
  ['error cells', { errorCells: 5 }],
  ['cells that did not take their value', { refusedCells: 5 }],
])('a copy with %s ends in Warning, and its size is kept', async (_what, faults) => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  ;(await script.nth(1)).end(faults)
  await cluster.untilStatus(taskId, 'Warning')
  const size = { lastRows: 10, lastWidth: 3, lastErrorCells: 0, ...('errorCells' in faults && { lastErrorCells: 5 }) }
  expect(await cluster.readTask(taskId)).toMatchObject({ ...size, lastSuccessAt: null })
})

test('a run is given the size of the last copy', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const last = { lastRows: 200, lastWidth: 7, lastErrorCells: 2 }
  const taskId = await cluster.addTask(await cluster.addType(), last)
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo, allowShrink: true })
  expect((await script.nth(1)).job).toMatchObject({
    approval: { allowShrink: true },
    last: { extent: { rows: 200, width: 7, errorCells: 2 } },
  })
})

test('an attempt that fails while writing has recorded how wide the target may be', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType(), { lastRows: 200, lastWidth: 3 })
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  const failing = await script.nth(1)
  await failing.ports.willWrite({ sheetId: 0, width: 9, lastRow: 250 })
  failing.fail(syncFailure('not_shared'))
  await cluster.untilStatus(taskId, 'Error')

  await queue.runTask({ taskId, triggeredBy: jo })
  expect((await script.nth(2)).job).toMatchObject({ last: { extent: { rows: 200, width: 9, filledRow: 250 } } })
})

test('a task whose target changes during a run starts there without the size of the previous target', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const last = { lastRows: 200, lastWidth: 7, lastErrorCells: 2 }
  const taskId = await cluster.addTask(await cluster.addType(), last)
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  const previous = await script.nth(1)
  await cluster.orm.update(tasks).set({ targetSheetName: 'Elsewhere' }).where(eq(tasks.id, taskId))
  previous.end({ rows: 300, left: { extent: { rows: 300, width: 9 } } })
  await cluster.untilStatus(taskId, 'Success')

  await queue.runTask({ taskId, triggeredBy: jo })
  const { job } = await script.nth(2)
  expect(job.target.tab).toBe('Elsewhere')
  expect(job.last.extent).toEqual({})
})

test('a held run ends in Warning and keeps the size that the next run is compared with', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType(), { lastRows: 200, lastWidth: 7 })
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  ;(await script.nth(1)).end({ kind: 'held', holds: [{ cause: 'source_empty' }], rows: 0 })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await cluster.readRun(taskId)).toMatchObject({ isHeld: true })
  expect(await cluster.readTask(taskId)).toMatchObject({ lastRows: 200, lastWidth: 7, lastSuccessAt: null })
})

test('a run shows its progress, the time left and what it waits for', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  const { ports } = await script.nth(1)
  ports.onProgress({ rowsDone: 0, rowsTotal: 400, phase: 'reading' })
  const readProgress = async () => (await queue.progress([taskId])).get(taskId)
  await eventually({ what: 'the total', read: readProgress, until: (progress) => progress?.rows_total === 400 })
  await cluster.passTime(5)
  ports.onProgress({ rowsDone: 100, rowsTotal: 400, phase: 'reading' })
  ports.onWait(new Date(cluster.now().getTime() + 60_000))
  await eventually({ what: '100 rows', read: readProgress, until: (progress) => progress?.rows_done === 100 })
  const progress = (await queue.progress()).get(taskId)
  expect(progress).toMatchObject({ running_status: true, task_status: 'Running', prerequisites_count: 0 })
  expect(progress?.seconds_left).toBeGreaterThanOrEqual(15)
  expect(progress?.waiting_for).toMatch(/^Waiting for quota until \d\d:\d\d:\d\d$/)
})

test('a run that waits for its next attempt shows no rows of the last one', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 1, retryDelaySeconds: 60 }))
  const queue = await cluster.startNode({ sync: script.sync })
  const readProgress = async () => (await queue.progress([taskId])).get(taskId)
  await queue.runTask({ taskId, triggeredBy: jo })
  const copy = await script.nth(1)
  copy.ports.onProgress({ rowsDone: 100, rowsTotal: 400, phase: 'reading' })
  await eventually({ what: '100 rows', read: readProgress, until: (progress) => progress?.rows_done === 100 })
  copy.fail(syncFailure('unavailable'))
  await cluster.untilStatus(taskId, 'Failed')
  expect(await readProgress()).toMatchObject({ rows_done: null, rows_total: null, seconds_left: null })
})

test('the data copy shows the rows of the previous run until a run has ended', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: script.sync })
  for (const [count, name] of [
    [1, 'first'],
    [2, 'second'],
  ] as const) {
    await queue.runTask({ taskId, triggeredBy: jo })
    const { ports, end } = await script.nth(count)
    await publishRows(ports, [[name]])
    if (count === 2) expect(await cluster.readDataCopy(taskId)).toEqual([{ Name: 'first' }])
    end()
    await cluster.untilStatus(taskId, 'Success')
  }
  expect(await cluster.readDataCopy(taskId)).toEqual([{ Name: 'second' }])
})

test('a failed attempt is retried after the delay, as often as the type allows', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 1, retryDelaySeconds: 600 }))
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  ;(await script.nth(1)).fail(syncFailure('unavailable'))
  await cluster.untilStatus(taskId, 'Failed')
  expect((await queue.progress()).get(taskId)?.waiting_for).toMatch(/^Retrying in (600|59\d) s$/)
  await cluster.passTime(601)
  ;(await script.nth(2)).fail(syncFailure('unavailable'))
  await cluster.untilStatus(taskId, 'Error')
  expect(await cluster.readRun(taskId)).toMatchObject({ attempt: 2, errorCount: 2, reads: 6, writes: 2 })
  expect(await cluster.readLog(taskId)).toEqual([
    `INFO Queued by ${jo}.`,
    'ERROR Google Sheets is temporarily unavailable (status 503). Try again later. Retrying in 600 s (1 attempt left).',
    'ERROR Google Sheets is temporarily unavailable (status 503). Try again later. Gave up after 2 attempts.',
  ])
})

test('a failure that no retry can fix is final at once', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 3 }))
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  ;(await script.nth(1)).fail(syncFailure('not_shared'))
  await cluster.untilStatus(taskId, 'Error')
  expect(await cluster.readRun(taskId)).toMatchObject({ attempt: 1, errorCount: 1 })
  expect((await cluster.readLog(taskId)).at(-1)).toBe(
    'ERROR robot@example.com cannot open Google Sheets. Share it with robot@example.com as a Viewer or Editor.',
  )
})

test('runs start and end while their tasks are repositioned', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync({ isQuick: true })
  const taskIds = await cluster.addTasks(await cluster.addType({ allowedConcurrentTasks: 4 }), 20)
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  const moves = taskIds.map(async (taskId) => {
    for (const action of ['front', 'back', 'front'] as const) await repositionTask(cluster.orm, { taskId, action })
  })
  await Promise.all(moves)
  for (const taskId of taskIds) await cluster.untilStatus(taskId, 'Success')
  expect(script.begun).toHaveLength(taskIds.length)
})
