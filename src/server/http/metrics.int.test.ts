import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { createMetrics } from './metrics.ts'

const triggeredBy = 'jo@example.com'

test('the wait of a run is counted once, when its first attempt starts', async () => {
  await using cluster = await startTestCluster()
  const { sync, nth } = scriptSync()
  const timezone = 'America/New_York'
  const metrics = createMetrics({ orm: cluster.orm, now: cluster.now, timezone, dataDir: tmpdir(), isBackedUp: false })
  const typeId = await cluster.addType({ queueDelaySeconds: 100, maxRetries: 1, freshWithinMinutes: 60 })
  const queue = await cluster.startNode({ sync, metrics: metrics.queue })
  const [first, second] = [await cluster.addTask(typeId), await cluster.addTask(typeId)]
  await queue.runTask({ taskId: first, triggeredBy })
  ;(await nth(1)).fail(syncFailure('unavailable'))
  await cluster.untilStatus(first, 'Failed')
  await cluster.passTime(101)
  ;(await nth(2)).end()
  await cluster.untilStatus(first, 'Success')
  await queue.runTask({ taskId: second, triggeredBy })
  await cluster.passTime(101)
  ;(await nth(3)).end()
  await cluster.untilStatus(second, 'Success')
  const text = await metrics.text()
  expect(text).toContain('nano_sync_run_wait_seconds_bucket{le="60"} 1')
  expect(text).toContain('nano_sync_run_wait_seconds_bucket{le="300"} 2')
  expect(text).toContain('nano_sync_run_wait_seconds_count 2')
  expect(text).toContain('nano_sync_promised_targets{freshness="fresh"} 2')
  expect(text).toContain('nano_sync_runs_ended_total{result="Success"} 2')
  expect(text).toContain('nano_sync_provider_requests_total{kind="read",outcome="revoked"} 0')
  expect(text).toContain('nano_sync_needs_attention{reason="failed"} 0')
  expect(text).toContain('nano_sync_irregular_times{kind="missed"} 0')
  expect(text).toMatch(/^nano_sync_database_bytes \d{5,}$/m)
  expect(text).toMatch(/^nano_sync_free_bytes \d+$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  await cluster.passTime(3600)
  expect(await metrics.text()).toContain('nano_sync_promised_targets{freshness="late"} 2')
})
