import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import type { SyncOutcome } from '#engine/outcome.ts'
import type { Database } from '#server/storage/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { SCRIPTED_OUTCOME, scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

const jo = 'jo@example.com'

test('a stop ends a queued run at once, and the next one can start', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskIds = await cluster.addTasks(await cluster.addType(), 3)
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  const first = await script.nth(1)
  const [, second = 0, third = 0] = taskIds
  expect(await queue.stopTask(second)).toMatchObject({ status: 'success' })
  expect(await cluster.readStatus(second)).toBe('Stopped')
  first.end()
  ;(await script.nth(2)).end()
  await cluster.untilStatus(third, 'Success')
})

test('a stop aborts a run on another node', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType())
  const web = await cluster.startNode({ sync: script.sync, role: 'web' })
  await cluster.startNode({ sync: script.sync, timing: { heartbeatMs: HOUR_MS } })
  await web.runTask({ taskId, triggeredBy: jo })
  const { ports } = await script.nth(1)
  expect(await web.stopTask(taskId)).toMatchObject({ status: 'success' })
  await cluster.untilStatus(taskId, 'Stopped')
  expect(ports.signal.aborted).toBe(true)
  expect((await cluster.readLog(taskId)).at(-1)).toBe('WARNING Stopped.')
})

test('once a stop is answered, a node that learns of it late starts no further request', async () => {
  await using cluster = await startTestCluster()
  const { database } = cluster
  const slow: Database = {
    ...database,
    listen: (channel, { onPayload, onGap }) =>
      database.listen(channel, { onPayload: (payload) => setTimeout(onPayload, 300, payload), onGap }),
  }
  let requests = 0
  const taskId = await cluster.addTask(await cluster.addType())
  const web = await cluster.startNode({ sync: scriptSync().sync, role: 'web' })
  await cluster.startNode({
    database: slow,
    timing: { heartbeatMs: HOUR_MS },
    async sync({ watch }) {
      for (;;) {
        watch.beforeSending()
        requests += 1
        await delay(1)
      }
    },
  })
  await web.runTask({ taskId, triggeredBy: jo })
  await eventually({ what: 'a request', read: () => requests, until: (count) => count > 0 })
  await web.stopTask(taskId)
  const answeredAt = requests
  await cluster.untilStatus(taskId, 'Stopped')
  expect(requests).toBe(answeredAt)
})

test('a stop does not wait for a node whose lease has ended', async () => {
  await using cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  await cluster.addRunOfLostNode(taskId, { leaseSeconds: 0 })
  const web = await cluster.startNode({ sync: scriptSync().sync, role: 'web', timing: { leaseMs: HOUR_MS } })
  expect(await web.stopTask(taskId)).toMatchObject({ status: 'success' })
})

test('a stop wins over an attempt that ends at the same time', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  const copy = await script.nth(1)
  const stopping = queue.stopTask(taskId)
  copy.end()
  const { status } = await stopping
  await cluster.untilStatus(taskId, status === 'success' ? 'Stopped' : 'Success')
})

test('Stop Group and Stop All end waiting and running tasks', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 2 })
  const group = await cluster.addTasks(typeId, 3)
  const [other = 0] = await cluster.addTasks(await cluster.addType(), 1)
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  await script.nth(3)
  expect(await queue.stopGroup(typeId)).toMatchObject({
    status: 'success',
    message: expect.stringContaining('3 tasks'),
  })
  for (const taskId of group) await cluster.untilStatus(taskId, 'Stopped')
  expect(await cluster.readStatus(other)).toBe('Running')
  expect(await queue.stopAll()).toMatchObject({ status: 'success' })
  await cluster.untilStatus(other, 'Stopped')
  expect(await queue.stopAll()).toMatchObject({ status: 'warning' })
})

test('a run that does not react to a stop is Stopped after 60 s', async () => {
  await using cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  const unresponsive = Promise.withResolvers<never>()
  const queue = await cluster.startNode({ sync: () => unresponsive.promise })
  await queue.runTask({ taskId, triggeredBy: jo })
  await cluster.untilStatus(taskId, 'Running')
  await queue.stopTask(taskId)
  expect(await cluster.readStatus(taskId)).toBe('Stopping')
  await cluster.passTime(61)
  await cluster.untilStatus(taskId, 'Stopped')
  unresponsive.reject(new Error('Aborted'))
})

test('a copy that finishes after a stop was requested is not a success', async () => {
  await using cluster = await startTestCluster()
  const outcome = Promise.withResolvers<SyncOutcome>()
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: () => outcome.promise })
  await queue.runTask({ taskId, triggeredBy: jo })
  await cluster.untilStatus(taskId, 'Running')
  await queue.stopTask(taskId)
  outcome.resolve(SCRIPTED_OUTCOME)
  await cluster.untilStatus(taskId, 'Stopped')
  expect(await cluster.readTask(taskId)).toMatchObject({ lastRows: SCRIPTED_OUTCOME.rows, lastSuccessAt: null })
})
