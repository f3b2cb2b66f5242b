import { expect, test } from 'vitest'
import { openIncidents } from '#server/alerts/incidents.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

test('refused credentials are reported although a target of the task failed before', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 0 }), { name: 'Ledger' })
  const queue = await cluster.startNode({ sync: script.sync })
  const alertsLater = async () => {
    await cluster.passTime(120)
    return (await makeAlerts(orm, { now: cluster.now(), snoozePath: (id) => id })).flatMap(({ kinds }) => kinds).sort()
  }
  const targets = [{ value: 'South', failure: { cause: 'unexpected' } }] as const
  const failure = { cause: 'targets_failed', targets, count: 1 } as const
  await openIncidents(orm, [{ kind: 'failed', taskId, failure }], cluster.now())
  expect(await alertsLater()).toEqual(['failed'])
  await queue.runTask({ taskId, triggeredBy: 'jo@example.com' })
  ;(await script.nth(1)).fail(syncFailure('unauthenticated'))
  await cluster.untilStatus(taskId, 'Error')
  expect(await alertsLater()).toEqual(['access', 'failed'])
})
