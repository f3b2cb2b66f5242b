import { expect, test } from 'vitest'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { createMetrics } from './metrics.ts'

const triggeredBy = 'jo@example.com'

test('the wait of a run is counted once, when its first attempt starts', async () => {
  await using world = await startQueueWorld()
  const { sync, nth } = scriptSync()
  const metrics = createMetrics({ orm: world.orm, now: world.now })
  const typeId = await world.addType({ queueDelaySeconds: 100, maxRetries: 1 })
  const queue = await world.startNode({ sync, metrics: metrics.queue })
  const [first, second] = [await world.addTask(typeId), await world.addTask(typeId)]
  await queue.runTask({ taskId: first, triggeredBy })
  ;(await nth(1)).fail(syncFailure('unavailable', 'No answer.'))
  await world.untilStatus(first, 'Failed')
  world.passTime(101)
  ;(await nth(2)).end()
  await world.untilStatus(first, 'Success')
  await queue.runTask({ taskId: second, triggeredBy })
  world.passTime(101)
  ;(await nth(3)).end()
  await world.untilStatus(second, 'Success')
  const text = await metrics.text()
  expect(text).toContain('nano_sync_run_wait_seconds_bucket{le="60"} 1')
  expect(text).toContain('nano_sync_run_wait_seconds_bucket{le="300"} 2')
  expect(text).toContain('nano_sync_run_wait_seconds_count 2')
})
