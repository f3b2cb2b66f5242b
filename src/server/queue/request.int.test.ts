import { expect, test } from 'vitest'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

const jo = 'jo@example.com'

test('running an inactive task returns a warning', async () => {
  await using cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType(), { isActive: false })
  const queue = await cluster.startNode({ sync: scriptSync().sync })
  const message = 'Task is inactive. Activate it before running it.'
  expect(await queue.runTask({ taskId, triggeredBy: jo })).toEqual({ status: 'warning', message })
  expect(await cluster.readStatus(taskId)).toBe('Pending')
})

test('running a task that is in progress returns a warning', async () => {
  await using cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: scriptSync().sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  expect(await queue.runTask({ taskId, triggeredBy: jo })).toMatchObject({ status: 'warning' })
})

test('an unknown task or type is refused', async () => {
  await using cluster = await startTestCluster()
  const queue = await cluster.startNode({ sync: scriptSync().sync })
  await expect(queue.runTask({ taskId: 99, triggeredBy: jo })).rejects.toMatchObject({ code: 'not_found' })
  await expect(queue.runGroup({ typeId: 99, triggeredBy: jo })).rejects.toMatchObject({ code: 'not_found' })
  await expect(queue.stopTask(99)).rejects.toMatchObject({ code: 'not_found' })
  await expect(queue.stopGroup(99)).rejects.toMatchObject({ code: 'not_found' })
})

test('Run Group runs the active tasks in their order, in one wave', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync({ isQuick: true })
  const typeId = await cluster.addType()
  const other = await cluster.addTask(await cluster.addType())
  const second = await cluster.addTask(typeId, { position: 1002, sourceSsId: 'second' })
  const first = await cluster.addTask(typeId, { position: 1001, sourceSsId: 'first' })
  const inactive = await cluster.addTask(typeId, { isActive: false })
  const queue = await cluster.startNode({ sync: script.sync })
  expect(await queue.runGroup({ typeId, triggeredBy: jo })).toMatchObject({
    status: 'success',
    message: expect.stringContaining('2 tasks'),
  })
  await cluster.untilStatus(second, 'Success')
  expect(script.begun.map((copy) => copy.job.source.id)).toEqual(['first', 'second'])
  expect((await cluster.readRun(first)).waveId).toBe((await cluster.readRun(second)).waveId)
  expect(await cluster.readStatus(other)).toBe('Pending')
  expect(await cluster.readStatus(inactive)).toBe('Pending')
})

test('Run All queues every active task, and warns when there is nothing to run', async () => {
  await using cluster = await startTestCluster()
  const taskIds = [await cluster.addTask(await cluster.addType()), await cluster.addTask(await cluster.addType())]
  const queue = await cluster.startNode({ sync: scriptSync().sync })
  expect(await queue.runAll({ triggeredBy: jo })).toEqual({ status: 'success', message: '2 tasks queued.' })
  expect(await queue.runAll({ triggeredBy: jo })).toMatchObject({ status: 'warning' })
  for (const taskId of taskIds) expect(await cluster.readStatus(taskId)).not.toBe('Pending')
})

test('a queued run follows its task to another position and another type', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const [typeId, other] = [await cluster.addType(), await cluster.addType({ name: 'Other', allowedConcurrentTasks: 2 })]
  const [first, second, third] = [
    await cluster.addTask(typeId, { sourceSsId: 'first' }),
    await cluster.addTask(typeId, { sourceSsId: 'second' }),
    await cluster.addTask(typeId, { sourceSsId: 'third' }),
  ]
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  await script.nth(1)
  await cluster.move(third, { position: 0 })
  await cluster.move(second, { taskTypeId: other })
  await queue.wake()
  expect((await script.nth(2)).job.source.id).toBe('second')
  script.begun[0]?.end()
  expect((await script.nth(3)).job.source.id).toBe('third')
  await cluster.untilStatus(first, 'Success')
})
