import { isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { alertIncidents, runs } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { makeAlerts } from './make-alerts.ts'
import { expectDigest } from './read-wave.ts'

test('a failed task is reported with the tasks that did not run because of it, and those are not reported', async () => {
  await using cluster = await startTestCluster({ startAt: '2026-03-02T09:00:00Z' })
  const { orm } = cluster
  const scripted = scriptSync()
  const queue = await cluster.startNode({ sync: scripted.sync })
  const masters = await cluster.addType({ name: 'Masters' })
  const taskId = await cluster.addTask(masters, { name: 'Ledger 1' })
  await cluster.addTasks(await cluster.addType({ name: 'Daily', dependsOnId: masters }), 3)
  await queue.runAll({ triggeredBy: 'jo@example.com' })
  const copy = await scripted.nth(1)
  const [run] = await orm.select({ waveId: runs.waveId }).from(runs)
  await expectDigest(orm, { waveId: run?.waveId ?? '', name: 'Run All of 04:00', startedAt: cluster.now() })
  copy.fail(syncFailure('not_found'))
  const countUnfinished = () => orm.$count(runs, isNull(runs.endedAt))
  await eventually({ what: 'the end of the wave', read: countUnfinished, until: (count) => count === 0 })

  await cluster.passTime(120)
  const made = await makeAlerts(orm, { now: cluster.now(), snoozePath: (id) => id })
  expect(made).toMatchObject([
    { title: expect.stringMatching(/^Run All of 04:00: 0 succeeded, 1 error, 3 not run, /), openPath: '/' },
    {
      title: 'Ledger 1 (Masters) failed; 3 tasks did not run because of it',
      kinds: ['failed'],
      taskCount: 1,
      stoppedCount: 3,
      openPath: `/sync_tasks/${taskId}`,
    },
  ])
  expect(await orm.select().from(alertIncidents)).toHaveLength(1)
})
