import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

const jo = 'jo@example.com'

test('two nodes together run no more tasks of a type at once than it allows', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 3, name: 'Daily Ledger' })
  const taskIds = await cluster.addTasks(typeId, 8)
  const queue = await cluster.startNode({ sync: script.sync })
  await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  await script.nth(3)
  const waiting = (await queue.progress()).get(taskIds[7] ?? 0)
  expect(waiting).toMatchObject({ task_status: 'Queued', waiting_for: 'Waiting: 3 of 3 running in Daily Ledger' })
  for (let count = 1; count <= taskIds.length; count += 1) (await script.nth(count)).end()
  for (const taskId of taskIds) await cluster.untilStatus(taskId, 'Success')
  expect(script.maxConcurrent).toBe(3)
  expect(script.begun).toHaveLength(8)
})

test('two tasks that write the same spreadsheet take turns', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 2 })
  await cluster.addTask(typeId, { targetSsId: 'same', name: 'ENT1' })
  const second = await cluster.addTask(typeId, { targetSsId: 'same' })
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  const first = await script.nth(1)
  expect((await queue.progress()).get(second)?.waiting_for).toBe(
    "Waiting for 'ENT1', which writes to the same spreadsheet",
  )
  first.end()
  ;(await script.nth(2)).end()
  await cluster.untilStatus(second, 'Success')
  expect(script.maxConcurrent).toBe(1)
})

test('a node runs no more tasks at once than it has workers', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskIds = await cluster.addTasks(await cluster.addType({ allowedConcurrentTasks: 9 }), 5)
  const queue = await cluster.startNode({ sync: script.sync, workers: 2 })
  await queue.runAll({ triggeredBy: jo })
  await script.nth(2)
  expect((await queue.progress()).get(taskIds[4] ?? 0)?.waiting_for).toBe('Waiting for a free worker')
  for (let count = 1; count <= 5; count += 1) (await script.nth(count)).end()
  for (const taskId of taskIds) await cluster.untilStatus(taskId, 'Success')
  expect(script.maxConcurrent).toBe(2)
})

test('two starts of a type are a queue delay apart', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync({ isQuick: true })
  const typeId = await cluster.addType({ queueDelaySeconds: 3600 })
  const [first, second] = [await cluster.addTask(typeId), await cluster.addTask(typeId)]
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  await cluster.untilStatus(first, 'Success')
  expect((await queue.progress()).get(second)?.waiting_for).toMatch(/^Starts in 3\d\d\d s \(queue delay\)$/)
  await cluster.passTime(3601)
  await cluster.untilStatus(second, 'Success')
})

test('a run starts when the queue delay ends, without being woken', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync({ isQuick: true })
  const taskIds = await cluster.addTasks(await cluster.addType({ queueDelaySeconds: 1 }), 3)
  const queue = await cluster.startNode({ sync: script.sync, timing: { sweepMs: HOUR_MS } })
  await queue.runAll({ triggeredBy: jo })
  for (const taskId of taskIds) await cluster.untilStatus(taskId, 'Success')
  const starts = await Promise.all(
    taskIds.map(async (taskId) => (await cluster.readRun(taskId)).startedAt?.getTime() ?? 0),
  )
  for (const [index, start] of starts.slice(1).entries())
    expect(start - (starts[index] ?? 0)).toBeGreaterThanOrEqual(1000)
})

test('a task waits until no task of its prerequisite type is in progress', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const masters = await cluster.addType({ name: 'Masters', allowedConcurrentTasks: 2 })
  const ledger = await cluster.addType({ dependsOnId: masters })
  await cluster.addTasks(masters, 2)
  const dependent = await cluster.addTask(ledger)
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  await script.nth(2)
  const progress = (await queue.progress([dependent])).get(dependent)
  expect(progress).toMatchObject({ waiting_for: 'Waiting for 2 prerequisites in Masters', prerequisites_count: 2 })
  for (const copy of script.begun) copy.end()
  ;(await script.nth(3)).end()
  await cluster.untilStatus(dependent, 'Success')
})

test('a task waits for the runs of its prerequisite type that were queued before it, and for none that comes later', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const masters = await cluster.addType({ name: 'Masters', allowedConcurrentTasks: 50 })
  const ledger = await cluster.addType({ dependsOnId: masters, allowedConcurrentTasks: 50 })
  const every5Minutes = await cluster.addTasks(masters, 3)
  // The first 30 waiting runs wait for a later run. The run that can start is behind them in the list.
  const later = await cluster.addTasks(ledger, 30)
  const dependent = await cluster.addTask(ledger)
  const queue = await cluster.startNode({ sync: script.sync, workers: 50 })
  const run = (taskId = 0) => queue.runTask({ taskId, triggeredBy: jo })
  await run(every5Minutes[0])
  const first = await script.nth(1)
  await run(dependent)
  await run(every5Minutes[1])
  await script.nth(2)
  for (const taskId of later) await run(taskId)
  expect((await queue.progress([dependent])).get(dependent)).toMatchObject({
    waiting_for: 'Waiting for 1 prerequisite in Masters',
    prerequisites_count: 1,
  })
  first.end()
  // A prerequisite that was queued later stays in progress.
  ;(await script.nth(3)).end()
  await cluster.untilStatus(dependent, 'Success')
  expect(await cluster.readStatus(later[0] ?? 0)).toBe('Queued')
  expect(await cluster.readStatus(every5Minutes[1] ?? 0)).toBe('Running')
})

test('a task does not run when a prerequisite in its wave ended in Error, and its log names that task', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const masters = await cluster.addType({ name: 'Masters' })
  const middle = await cluster.addType({ name: 'Middle', dependsOnId: masters })
  const prerequisite = await cluster.addTask(masters, { name: 'Customers' })
  const dependents = [
    await cluster.addTask(middle),
    await cluster.addTask(await cluster.addType({ dependsOnId: middle })),
  ]
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  ;(await script.nth(1)).fail(syncFailure('not_shared'))
  await cluster.untilStatus(prerequisite, 'Error')
  for (const dependent of dependents) {
    await cluster.untilStatus(dependent, 'Warning')
    expect((await cluster.readLog(dependent)).at(-1)).toContain(
      "its prerequisite 'Customers' (Masters) ended in an error",
    )
  }
  expect(script.begun).toHaveLength(1)
})

test('a task does not run when a prerequisite in its wave is stopped, even if its node never reacts', async () => {
  await using cluster = await startTestCluster()
  const hanging = Promise.withResolvers<never>()
  const masters = await cluster.addType({ name: 'Masters' })
  const prerequisite = await cluster.addTask(masters, { name: 'Customers' })
  const dependent = await cluster.addTask(await cluster.addType({ dependsOnId: masters }))
  const queue = await cluster.startNode({ sync: () => hanging.promise })
  await queue.runAll({ triggeredBy: jo })
  await cluster.untilStatus(prerequisite, 'Running')
  await queue.stopTask(prerequisite)
  await cluster.passTime(61)
  await cluster.untilStatus(dependent, 'Warning')
  expect((await cluster.readLog(dependent)).at(-1)).toContain("its prerequisite 'Customers' (Masters) was stopped")
  hanging.reject(new Error('Aborted'))
})

test('a task runs although its prerequisite failed in an earlier wave', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const masters = await cluster.addType()
  const prerequisite = await cluster.addTask(masters)
  const dependent = await cluster.addTask(await cluster.addType({ dependsOnId: masters }))
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId: prerequisite, triggeredBy: jo })
  ;(await script.nth(1)).fail(syncFailure('not_shared'))
  await cluster.untilStatus(prerequisite, 'Error')
  await queue.runTask({ taskId: dependent, triggeredBy: jo })
  ;(await script.nth(2)).end()
  await cluster.untilStatus(dependent, 'Success')
})

test('many runs that wait for their own limit do not block the run behind them', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 2 })
  for (let count = 0; count < 30; count += 1) await cluster.addTask(typeId, { maxConcurrentTasks: 1 })
  await cluster.addTask(typeId, { targetSsId: 'last' })
  const queue = await cluster.startNode({ sync: script.sync, timing: { sweepMs: HOUR_MS } })
  await queue.runAll({ triggeredBy: jo })
  expect((await script.nth(2)).job.target.id).toBe('last')
})

test('many runs that wait for the same target do not block the run behind them', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 2 })
  for (let added = 0; added < 30; added += 1) await cluster.addTask(typeId, { targetSsId: 'shared' })
  const last = await cluster.addTask(typeId)
  const queue = await cluster.startNode({ sync: script.sync, timing: { sweepMs: HOUR_MS } })
  await queue.runAll({ triggeredBy: jo })
  await script.nth(2)
  expect(await cluster.readStatus(last)).toBe('Running')
  await queue.stopAll()
})
