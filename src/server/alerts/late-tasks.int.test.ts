import { pino } from 'pino'
import { expect, test } from 'vitest'
import { endedGrant } from '#server/google/token-error.ts'
import { setPause } from '#server/runs/pause.ts'
import { replaceRunAllSchedule } from '#server/schedule/run-all-schedule.ts'
import { runDueTimes } from '#server/schedule/run-due-times.ts'
import { userTokens } from '#server/storage/schema.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { makeAlerts } from './make-alerts.ts'
import { watch } from './start-alerts.ts'

const timezone = 'America/New_York'
const logger = pino({ level: 'error' })

/** A cluster on the evening before, with a schedule at 04:00. It only makes alerts when the test asks for them. */
async function startScheduled(scheduledTimes: readonly string[]) {
  const cluster = await startTestCluster({ startAt: '2026-03-02T00:00:00-05:00' })
  const schedule = () => runDueTimes({ orm: cluster.orm, timezone, logger, now: cluster.now })
  const typeId = await cluster.addType({ allowedConcurrentTasks: 2 })
  const taskId = await cluster.addTask(typeId, { name: 'Invoices', scheduledTimes: [...scheduledTimes] })
  await schedule()
  return {
    ...cluster,
    typeId,
    taskId,
    async scheduleAt(time: string) {
      await cluster.setTime(`2026-03-02T${time}:00-05:00`)
      await schedule()
    },
    async alertsAt(time: string) {
      await cluster.setTime(`2026-03-02T${time}:00-05:00`)
      const now = cluster.now()
      await watch(cluster.orm, { explain: ({ email }) => endedGrant('access_ended', email), now })
      const made = await makeAlerts(cluster.orm, { now, snoozePath: (id) => id })
      return made.map(({ title, reason }) => `${title}: ${reason}`)
    },
  }
}

test('a scheduled task that has not started after half an hour is late, and recovers with its run', async () => {
  await using cluster = await startScheduled(['04:00'])
  await cluster.scheduleAt('04:01')
  expect(await cluster.readRun(cluster.taskId)).toMatchObject({ triggeredBy: 'Schedule 04:00', dueTime: '04:00' })
  expect(await cluster.alertsAt('04:30')).toEqual([])
  await cluster.alertsAt('04:32')
  expect(await cluster.alertsAt('04:35')).toEqual([
    'Invoices (Type 1) is late: Due at 04:00, and not started 30 minutes later.',
  ])
  await cluster.startNode({ sync: scriptSync({ isQuick: true }).sync })
  await cluster.untilStatus(cluster.taskId, 'Success')
  expect(await cluster.alertsAt('04:40')).toEqual(['Invoices (Type 1) recovered: Before: late.'])
})

test('a run that a pause keeps waiting is late only half an hour after its end', async () => {
  await using cluster = await startScheduled(['04:00'])
  await cluster.scheduleAt('04:01')
  const until = new Date('2026-03-02T06:00:00-05:00')
  await setPause(cluster.orm, { since: cluster.now(), until, setBy: 'ada@example.com' })
  for (const time of ['04:40', '04:45', '06:29']) expect(await cluster.alertsAt(time)).toEqual([])
  await cluster.alertsAt('06:31')
  expect(await cluster.alertsAt('06:35')).toEqual([expect.stringContaining('is late')])
})

test('a task that waits its turn in a wave that goes on is not late', async () => {
  await using cluster = await startScheduled([])
  await cluster.addTasks(cluster.typeId, 3)
  await replaceRunAllSchedule(cluster.orm, { times: ['04:00'] })
  await cluster.scheduleAt('03:59')
  await cluster.scheduleAt('04:01')
  const scripted = scriptSync()
  await cluster.startNode({ sync: scripted.sync })
  await scripted.nth(2)
  await cluster.alertsAt('04:45')
  expect(await cluster.alertsAt('04:55')).toEqual([])
})

test('a time that passed while no server was running is late, although its task has run since', async () => {
  await using cluster = await startScheduled(['04:00'])
  await cluster.scheduleAt('06:05')
  await cluster.startNode({ sync: scriptSync({ isQuick: true }).sync })
  await cluster.untilStatus(cluster.taskId, 'Success')
  expect(await cluster.alertsAt('06:10')).toEqual([
    'Invoices (Type 1) is late: Due at 04:00, and started 2 h 5 min later because no server was running.',
  ])
  expect(await cluster.alertsAt('06:15')).toEqual(['Invoices (Type 1) recovered: Before: late.'])
  expect(await cluster.alertsAt('06:20')).toEqual([])
})

test('a time that was missed for so long that it is skipped is late too', async () => {
  await using cluster = await startScheduled(['04:00'])
  await cluster.scheduleAt('11:00')
  expect(await cluster.alertsAt('11:05')).toEqual([
    'Invoices (Type 1) is late: Due at 04:00, and skipped: no server was running until 7 h later.',
  ])
})

test('a scheduled Run All is summed up once it has ended', async () => {
  await using cluster = await startScheduled([])
  const [failing = 0, held = 0] = await cluster.addTasks(cluster.typeId, 2)
  await replaceRunAllSchedule(cluster.orm, { times: ['04:00'] })
  await cluster.scheduleAt('03:59')
  await cluster.scheduleAt('04:00')
  expect(await cluster.alertsAt('04:01')).toEqual([])
  const sources = await Promise.all([failing, held].map(async (id) => (await cluster.readTask(id))?.sourceSsId))
  const scripted = scriptSync()
  await cluster.startNode({ sync: scripted.sync })
  for (const count of [1, 2, 3]) {
    const copy = await scripted.nth(count)
    if (copy.job.source.id === sources[0]) copy.fail(syncFailure('not_found'))
    else
      copy.end(copy.job.source.id === sources[1] ? { kind: 'held', holds: [{ cause: 'source_empty' }], rows: 0 } : {})
  }
  await cluster.untilStatus(cluster.taskId, 'Success')
  await cluster.untilStatus(failing, 'Error')
  await cluster.untilStatus(held, 'Warning')
  const [digest] = await cluster.alertsAt('04:10')
  expect(digest).toMatch(/^Run All of 04:00: 1 succeeded, 1 error, 1 held, \d+ min: Slowest: /)
  expect(await cluster.alertsAt('04:20')).toEqual([])
})

test('access that was revoked is reported once, and again when it works', async () => {
  await using cluster = await startScheduled([])
  const at = cluster.now()
  const token = { email: 'sync@example.com', sealed: 'x', scopes: [], obtainedAt: at }
  await cluster.orm.insert(userTokens).values({ ...token, revokedAt: at })
  await cluster.alertsAt('01:00')
  expect(await cluster.alertsAt('01:05')).toEqual([
    'Access to Google Sheets for sync@example.com was revoked or has expired: Access to Google Sheets for sync@example.com was revoked or has expired.',
  ])
  expect(await cluster.alertsAt('05:00')).toEqual([])
  await cluster.orm.update(userTokens).set({ revokedAt: null, obtainedAt: cluster.now() })
  await cluster.alertsAt('05:05')
  expect(await cluster.alertsAt('05:10')).toEqual(['Access works again: sync@example.com: null'])
})
