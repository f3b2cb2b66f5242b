import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import type { SyncOutcome } from '#server/sync/sync-job.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { SCRIPTED_OUTCOME, scriptSync } from '#tests/support/scripted-sync.ts'

const jo = 'jo@example.com'

test('another node resumes a run once the lease of its lost node has expired', async () => {
  await using world = await startQueueWorld()
  const [lost, found] = [scriptSync(), scriptSync()]
  const taskId = await world.addTask(await world.addType())
  const queue = await world.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy: jo })
  await lost.nth(1)
  await world.startNode({ sync: found.sync })
  world.passTime(21)
  ;(await found.nth(1)).end()
  await world.untilStatus(taskId, 'Success')
  expect(await world.runOf(taskId)).toMatchObject({ attempt: 2 })
})

test('a node that lost a run aborts it and records nothing', async () => {
  await using world = await startQueueWorld()
  const [lost, found] = [scriptSync(), scriptSync()]
  const taskId = await world.addTask(await world.addType())
  const queue = await world.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy: jo })
  const old = await lost.nth(1)
  await world.startNode({ sync: found.sync })
  world.passTime(21)
  const current = await found.nth(1)
  await eventually({ what: 'the abort', read: () => old.ports.signal, until: (signal) => signal.aborted })
  expect(await world.runOf(taskId)).toMatchObject({ status: 'Running', attempt: 2 })
  current.end()
  await world.untilStatus(taskId, 'Success')
})

test('an attempt that ends after its run was lost records nothing', async () => {
  await using world = await startQueueWorld()
  const outcome = Promise.withResolvers<SyncOutcome>()
  const found = scriptSync()
  const taskId = await world.addTask(await world.addType())
  const queue = await world.startNode({ sync: () => outcome.promise, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy: jo })
  await world.untilStatus(taskId, 'Running')
  await world.startNode({ sync: found.sync })
  world.passTime(21)
  const current = await found.nth(1)
  outcome.resolve({ ...SCRIPTED_OUTCOME, rows: 77 })
  await queue[Symbol.asyncDispose]()
  expect(await world.runOf(taskId)).toMatchObject({ status: 'Running', attempt: 2 })
  current.end({ rows: 2 })
  await world.untilStatus(taskId, 'Success')
  expect(await world.taskOf(taskId)).toMatchObject({ lastRows: 2 })
})

test('the only node of a database resumes at its start the runs of the previous process', async () => {
  await using world = await startQueueWorld()
  const script = scriptSync({ isQuick: true })
  const taskId = await world.addTask(await world.addType())
  await world.addRunOfLostNode(taskId, { leaseSeconds: 15 })
  await world.startNode({ sync: script.sync, isOnlyNode: true })
  await world.untilStatus(taskId, 'Success')
})

test('a node that shuts down hands its runs back, and the attempt does not count', async () => {
  await using world = await startQueueWorld()
  const [leaving, staying] = [scriptSync(), scriptSync()]
  const taskId = await world.addTask(await world.addType())
  const queue = await world.startNode({ sync: leaving.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  await leaving.nth(1)
  await queue[Symbol.asyncDispose]()
  expect(await world.runOf(taskId)).toMatchObject({ status: 'Running', attempt: 0, leaseOwner: null })
  await world.startNode({ sync: staying.sync })
  ;(await staying.nth(1)).end()
  await world.untilStatus(taskId, 'Success')
  expect(await world.runOf(taskId)).toMatchObject({ attempt: 1 })
})

test('Reset Status resets only the runs without a live node', async () => {
  await using world = await startQueueWorld()
  const script = scriptSync()
  const typeId = await world.addType({ allowedConcurrentTasks: 2 })
  const [alive, stale] = [await world.addTask(typeId), await world.addTask(typeId)]
  const queue = await world.startNode({ sync: script.sync, workers: 1 })
  await queue.runTask({ taskId: alive, triggeredBy: jo })
  await script.nth(1)
  await world.addRunOfLostNode(stale, { leaseSeconds: -1 })
  expect(await queue.resetRunningStatus()).toBe(1)
  expect(await world.statusOf(stale)).toBe('Pending')
  expect(await world.statusOf(alive)).toBe('Running')
  expect(await queue.resetRunningStatus()).toBe(0)
})

test('another node resumes a handed-back run at once', async () => {
  await using world = await startQueueWorld()
  const [leaving, staying] = [scriptSync(), scriptSync()]
  const taskId = await world.addTask(await world.addType())
  const queue = await world.startNode({ sync: leaving.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  await leaving.nth(1)
  await world.startNode({ sync: staying.sync, timing: { sweepMs: HOUR_MS } })
  await queue[Symbol.asyncDispose]()
  ;(await staying.nth(1)).end()
  await world.untilStatus(taskId, 'Success')
})
