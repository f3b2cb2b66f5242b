import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import type { SyncOutcome } from '#engine/outcome.ts'
import { actAs } from '#server/activity/acting.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { runs } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { SCRIPTED_OUTCOME, scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

const jo = 'jo@example.com'

test('another node resumes a run once the lease of its lost node has expired', async () => {
  await using cluster = await startTestCluster()
  const [lost, found] = [scriptSync(), scriptSync()]
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy: jo })
  await lost.nth(1)
  await cluster.startNode({ sync: found.sync })
  await cluster.passTime(21)
  ;(await found.nth(1)).end()
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.readRun(taskId)).toMatchObject({ attempt: 2 })
})

test('a node whose workers are all busy takes over the run of a lost node, and nothing else', async () => {
  await using cluster = await startTestCluster()
  const { sync, nth, begun } = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 3 })
  const [busy = 0, lost = 0, waiting = 0] = await cluster.addTasks(typeId, 3)
  const queue = await cluster.startNode({ sync, workers: 1, timing: { sweepMs: 50 } })
  await queue.runTask({ taskId: busy, triggeredBy: jo })
  const first = await nth(1)
  await queue.runTask({ taskId: waiting, triggeredBy: jo })
  await cluster.addRunOfLostNode(lost, { leaseSeconds: 1 })
  await cluster.passTime(16)
  ;(await nth(2)).end()
  await cluster.untilStatus(lost, 'Success')
  expect(await cluster.readStatus(busy)).toBe('Running')
  expect(await cluster.readStatus(waiting)).toBe('Queued')
  expect(begun).toHaveLength(2)
  first.end()
  ;(await nth(3)).end()
  await cluster.untilStatus(waiting, 'Success')
})

test('a run without a live node shows no rows of its interrupted attempt', async () => {
  await using cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  await cluster.addRunOfLostNode(taskId, { leaseSeconds: 15 })
  await cluster.orm.update(runs).set({ rowsDone: 300, rowsTotal: 400 })
  const queue = await cluster.startNode({ sync: scriptSync().sync, role: 'web' })
  const readProgress = async () => (await queue.progress([taskId])).get(taskId)
  expect(await readProgress()).toMatchObject({ rows_done: 300, waiting_for: null })
  await cluster.passTime(16)
  expect(await readProgress()).toMatchObject({ task_status: 'Running', rows_done: null, rows_total: null })
})

test('a node that lost a run aborts it and records nothing', async () => {
  await using cluster = await startTestCluster()
  const [lost, found] = [scriptSync(), scriptSync()]
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy: jo })
  const old = await lost.nth(1)
  await cluster.startNode({ sync: found.sync })
  await cluster.passTime(21)
  const current = await found.nth(1)
  await eventually({ what: 'the abort', read: () => old.ports.signal, until: (signal) => signal.aborted })
  expect(await cluster.readRun(taskId)).toMatchObject({ status: 'Running', attempt: 2 })
  current.end()
  await cluster.untilStatus(taskId, 'Success')
})

test('an attempt that ends after its run was lost records nothing', async () => {
  await using cluster = await startTestCluster()
  const outcome = Promise.withResolvers<SyncOutcome>()
  const found = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: () => outcome.promise, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy: jo })
  await cluster.untilStatus(taskId, 'Running')
  await cluster.startNode({ sync: found.sync })
  await cluster.passTime(21)
  const current = await found.nth(1)
  outcome.resolve({ ...SCRIPTED_OUTCOME, rows: 77 })
  await queue[Symbol.asyncDispose]()
  expect(await cluster.readRun(taskId)).toMatchObject({ status: 'Running', attempt: 2 })
  current.end({ rows: 2 })
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.readTask(taskId)).toMatchObject({ lastRows: 2 })
})

test('the only node of a database resumes at its start the runs of the previous process', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync({ isQuick: true })
  const taskId = await cluster.addTask(await cluster.addType())
  await cluster.addRunOfLostNode(taskId, { leaseSeconds: 15 })
  await cluster.startNode({ sync: script.sync, isOnlyNode: true })
  await cluster.untilStatus(taskId, 'Success')
})

test('a node that shuts down hands its runs back, and the attempt does not count', async () => {
  await using cluster = await startTestCluster()
  const [leaving, staying] = [scriptSync(), scriptSync()]
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: leaving.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  await leaving.nth(1)
  await queue[Symbol.asyncDispose]()
  expect(await cluster.readRun(taskId)).toMatchObject({ status: 'Running', attempt: 0, leaseOwner: null })
  await cluster.startNode({ sync: staying.sync })
  ;(await staying.nth(1)).end()
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.readRun(taskId)).toMatchObject({ attempt: 1 })
})

test('Reset Status resets only the runs without a live node', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 2 })
  const [alive, stale] = [await cluster.addTask(typeId), await cluster.addTask(typeId)]
  const queue = await cluster.startNode({ sync: script.sync, workers: 1 })
  await queue.runTask({ taskId: alive, triggeredBy: jo })
  await script.nth(1)
  await cluster.addRunOfLostNode(stale, { leaseSeconds: -1 })
  const acting = { kind: 'status_reset', who: jo, origin: 'browser', at: cluster.now() } as const
  expect(await actAs(acting, () => queue.resetRunningStatus())).toBe(1)
  expect(await cluster.readStatus(stale)).toBe('Pending')
  expect(await cluster.readStatus(alive)).toBe('Running')
  expect(await actAs(acting, () => queue.resetRunningStatus())).toBe(0)
  const recorded = await listActivity(cluster.orm, { filter: { since: new Date(0) }, limit: 10 })
  expect(recorded).toMatchObject([{ kind: 'status_reset', who: jo, taskIds: [stale] }])
})

test('another node resumes a handed-back run at once', async () => {
  await using cluster = await startTestCluster()
  const [leaving, staying] = [scriptSync(), scriptSync()]
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: leaving.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  await leaving.nth(1)
  await cluster.startNode({ sync: staying.sync, timing: { sweepMs: HOUR_MS } })
  await queue[Symbol.asyncDispose]()
  ;(await staying.nth(1)).end()
  await cluster.untilStatus(taskId, 'Success')
})
