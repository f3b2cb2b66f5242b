import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import type { SyncOutcome } from '#server/sync/sync-job.ts'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { SCRIPTED_OUTCOME, scriptSync } from '#tests/support/scripted-sync.ts'

const jo = 'jo@example.com'

test('a stop ends a queued run at once, and the next one can start', async () => {
  await using world = await startQueueWorld()
  const script = scriptSync()
  const taskIds = await world.addTasks(await world.addType(), 3)
  const queue = await world.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  const first = await script.nth(1)
  const [, second = 0, third = 0] = taskIds
  expect(await queue.stopTask(second)).toMatchObject({ status: 'success' })
  expect(await world.statusOf(second)).toBe('Stopped')
  first.end()
  ;(await script.nth(2)).end()
  await world.untilStatus(third, 'Success')
})

test('a stop aborts a run on another node', async () => {
  await using world = await startQueueWorld()
  const script = scriptSync()
  const taskId = await world.addTask(await world.addType())
  const web = await world.startNode({ sync: script.sync, role: 'web' })
  await world.startNode({ sync: script.sync, timing: { heartbeatMs: HOUR_MS } })
  await web.runTask({ taskId, triggeredBy: jo })
  const { ports } = await script.nth(1)
  expect(await web.stopTask(taskId)).toMatchObject({ status: 'success' })
  await world.untilStatus(taskId, 'Stopped')
  expect(ports.signal.aborted).toBe(true)
  expect((await world.logOf(taskId)).at(-1)).toBe('WARNING Stopped.')
})

test('a stop wins over an attempt that ends at the same time', async () => {
  await using world = await startQueueWorld()
  const script = scriptSync()
  const taskId = await world.addTask(await world.addType())
  const queue = await world.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  const copy = await script.nth(1)
  const stopping = queue.stopTask(taskId)
  copy.end()
  const { status } = await stopping
  await world.untilStatus(taskId, status === 'success' ? 'Stopped' : 'Success')
})

test('Stop Group and Stop All end waiting and running tasks', async () => {
  await using world = await startQueueWorld()
  const script = scriptSync()
  const typeId = await world.addType({ allowedConcurrentTasks: 2 })
  const group = await world.addTasks(typeId, 3)
  const [other = 0] = await world.addTasks(await world.addType(), 1)
  const queue = await world.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  await script.nth(3)
  expect(await queue.stopGroup(typeId)).toMatchObject({
    status: 'success',
    message: expect.stringContaining('3 tasks'),
  })
  for (const taskId of group) await world.untilStatus(taskId, 'Stopped')
  expect(await world.statusOf(other)).toBe('Running')
  expect(await queue.stopAll()).toMatchObject({ status: 'success' })
  await world.untilStatus(other, 'Stopped')
  expect(await queue.stopAll()).toMatchObject({ status: 'warning' })
})

test('a run that does not react to a stop is Stopped after 60 s', async () => {
  await using world = await startQueueWorld()
  const taskId = await world.addTask(await world.addType())
  const unresponsive = Promise.withResolvers<never>()
  const queue = await world.startNode({ sync: () => unresponsive.promise })
  await queue.runTask({ taskId, triggeredBy: jo })
  await world.untilStatus(taskId, 'Running')
  await queue.stopTask(taskId)
  expect(await world.statusOf(taskId)).toBe('Stopping')
  world.passTime(61)
  await world.untilStatus(taskId, 'Stopped')
  unresponsive.reject(new Error('Aborted'))
})

test('a copy that finishes after a stop was requested is not a success', async () => {
  await using world = await startQueueWorld()
  const outcome = Promise.withResolvers<SyncOutcome>()
  const taskId = await world.addTask(await world.addType())
  const queue = await world.startNode({ sync: () => outcome.promise })
  await queue.runTask({ taskId, triggeredBy: jo })
  await world.untilStatus(taskId, 'Running')
  await queue.stopTask(taskId)
  outcome.resolve(SCRIPTED_OUTCOME)
  await world.untilStatus(taskId, 'Stopped')
  expect(await world.taskOf(taskId)).toMatchObject({ lastRows: SCRIPTED_OUTCOME.rows, lastSuccessAt: null })
})
