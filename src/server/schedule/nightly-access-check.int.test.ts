import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createAccessChecker } from '#server/access/access-checker.ts'
import { lastAccessCheckAt } from '#server/tasks/access-problems.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { startNightlyAccessCheck } from './nightly-access-check.ts'

type Cluster = Awaited<ReturnType<typeof startTestCluster>>

async function startChecks({ orm, now }: Cluster): Promise<AsyncDisposableStack> {
  await using parts = new AsyncDisposableStack()
  const { google } = parts.use(await startTestProvider())
  const logger = pino({ level: 'silent' })
  const config = { schedule: { timezone: 'America/New_York' } }
  const checkEdits = async () => {}
  const checker = parts.use(createAccessChecker({ orm, google, checkEdits, allowedEmails: [], logger, now }))
  parts.use(startNightlyAccessCheck({ orm, checker, config, logger, now, everyMs: 5 }))
  return parts.move()
}

test('all tasks are checked once, in the hour before the first scheduled time', async () => {
  await using cluster = await startTestCluster({ startAt: '2026-03-02T01:30:00-05:00' })
  const { orm } = cluster
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['03:00', '23:00'] })
  await using _checks = await startChecks(cluster)
  await pollsPass()
  expect(await lastAccessCheckAt(orm)).toBeUndefined()

  await cluster.setTime('2026-03-02T02:05:00-05:00')
  await eventually({
    what: 'the problem of the task',
    read: async () => (await cluster.readTask(taskId))?.accessFailure?.cause,
    until: (problem) => problem === 'not_found',
  })
  const checkedAt = await lastAccessCheckAt(orm)
  await pollsPass()
  expect(await lastAccessCheckAt(orm)).toEqual(checkedAt)
})

test('on a day on which nothing is scheduled, nothing is checked', async () => {
  // A Tuesday.
  await using cluster = await startTestCluster({ startAt: '2026-03-03T02:30:00-05:00' })
  const { orm } = cluster
  await cluster.addTask(await cluster.addType(), { scheduledTimes: ['03:00'], scheduleDays: ['Mon', 'Wed'] })
  await using _checks = await startChecks(cluster)
  await pollsPass()
  expect(await lastAccessCheckAt(orm)).toBeUndefined()
  await cluster.setTime('2026-03-04T02:30:00-05:00')
  await eventually({ what: 'the check', read: () => lastAccessCheckAt(orm), until: (at) => at !== undefined })
})

/** Lets the timer fire several times. */
const pollsPass = () => new Promise((resolve) => setTimeout(resolve, 100))
