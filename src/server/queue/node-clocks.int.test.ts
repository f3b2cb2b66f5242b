import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabaseClock } from '#server/storage/database-clock.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

const triggeredBy = 'jo@example.com'

test('nodes whose clocks differ by a minute respect the leases and the queue delay of each other', async () => {
  await using cluster = await startTestCluster()
  await using clocks = new AsyncDisposableStack()
  const startNodeWithOffset = async (offMs: number) => {
    const { sync, begun, nth } = scriptSync()
    const machineNow = () => new Date(Date.now() + offMs)
    const clock = await openDatabaseClock({ orm: cluster.orm, logger: pino({ level: 'warn' }), machineNow })
    clocks.use(clock)
    return { begun, nth, queue: await cluster.startNode({ sync, workers: 1, now: clock.now }) }
  }
  const delayed = await cluster.addType({ allowedConcurrentTasks: 2, queueDelaySeconds: 40, position: 1 })
  const other = await cluster.addType({ position: 2 })
  const [first, second] = [await cluster.addTask(delayed), await cluster.addTask(delayed)]

  const slow = await startNodeWithOffset(-60_000)
  await slow.queue.runTask({ taskId: first, triggeredBy })
  const copy = await slow.nth(1)
  await slow.queue.runTask({ taskId: second, triggeredBy })
  const fast = await startNodeWithOffset(0)
  await fast.queue.runTask({ taskId: await cluster.addTask(other), triggeredBy })
  await fast.nth(1)

  expect(copy.ports.signal.aborted).toBe(false)
  expect(await cluster.readRun(first)).toMatchObject({ status: 'Running', attempt: 1 })
  expect(await cluster.readStatus(second)).toBe('Queued')
  expect(fast.begun).toHaveLength(1)
  expect((await fast.queue.progress([second])).get(second)?.waiting_for).toMatch(/^Starts in \d+ s/)
  copy.end()
  await cluster.untilStatus(first, 'Success')
})
