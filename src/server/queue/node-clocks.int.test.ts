import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabaseClock } from '#server/storage/database-clock.ts'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'

const triggeredBy = 'jo@example.com'

test('nodes whose clocks differ by a minute respect the leases and the queue delay of each other', async () => {
  await using world = await startQueueWorld()
  await using clocks = new AsyncDisposableStack()
  const startNodeWithOffset = async (offMs: number) => {
    const { sync, begun, nth } = scriptSync()
    const machineNow = () => new Date(Date.now() + offMs)
    const clock = await openDatabaseClock({ orm: world.orm, logger: pino({ level: 'warn' }), machineNow })
    clocks.use(clock)
    return { begun, nth, queue: await world.startNode({ sync, workers: 1, now: clock.now }) }
  }
  const delayed = await world.addType({ allowedConcurrentTasks: 2, queueDelaySeconds: 40, position: 1 })
  const other = await world.addType({ position: 2 })
  const [first, second] = [await world.addTask(delayed), await world.addTask(delayed)]

  const slow = await startNodeWithOffset(-60_000)
  await slow.queue.runTask({ taskId: first, triggeredBy })
  const copy = await slow.nth(1)
  await slow.queue.runTask({ taskId: second, triggeredBy })
  const fast = await startNodeWithOffset(0)
  await fast.queue.runTask({ taskId: await world.addTask(other), triggeredBy })
  await fast.nth(1)

  expect(copy.ports.signal.aborted).toBe(false)
  expect(await world.runOf(first)).toMatchObject({ status: 'Running', attempt: 1 })
  expect(await world.statusOf(second)).toBe('Queued')
  expect(fast.begun).toHaveLength(1)
  expect((await fast.queue.progress([second])).get(second)?.waiting_for).toMatch(/^Starts in \d+ s/)
  copy.end()
  await world.untilStatus(first, 'Success')
})
