import { expect, test } from 'vitest'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import { watch } from '#server/alerts/start-alerts.ts'
import { endedGrant } from '#server/google/token-error.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { presentFreshness, readFreshness } from './read-freshness.ts'
import { freshnessWatcher } from './watch-freshness.ts'

const timezone = 'America/New_York'

/** A cluster in New York in which the test ends copies and asks for alerts. */
async function startPromised() {
  const cluster = await startTestCluster({ startAt: '2026-03-02T00:00:00-05:00' })
  const scripted = scriptSync()
  const queue = await cluster.startNode({ sync: scripted.sync })
  let begun = 0
  const setTime = (time: string) => cluster.setTime(`2026-03-${time}:00-05:00`)
  return {
    ...cluster,
    setTime,
    async run(taskId: number) {
      await queue.runTask({ taskId, triggeredBy: 'jo@example.com', allowShrink: false })
      begun += 1
      return await scripted.nth(begun)
    },
    verified: () => ({
      verified: { compared: { from: cluster.now(), to: cluster.now() }, written: undefined },
    }),
    /** Returns the alerts at a time, after a second pass has reported the findings of the first. */
    async alertsAt(time: string) {
      await setTime(time)
      const now = cluster.now()
      const watchFreshness = freshnessWatcher({ timezone })
      await watch(cluster.orm, { explain: ({ email }) => endedGrant('access_ended', email), watchFreshness, now })
      const later = new Date(now.getTime() + 61_000)
      const made = await makeAlerts(cluster.orm, { now: later, snoozePath: (id) => id })
      return made.map(({ title, reason }) => `${title}: ${reason}`)
    },
    async findFreshness(taskId: number) {
      const [found] = await readFreshness(cluster.orm, { taskIds: [taskId], now: cluster.now(), timezone })
      return found && presentFreshness(found)
    },
  }
}

test('a target that is held before its time is reported once, before it is late, and recovers when it was verified, also in Warning', async () => {
  await using cluster = await startPromised()
  const typeId = await cluster.addType({ name: 'Nightly', freshBy: '07:30' })
  const taskId = await cluster.addTask(typeId, { name: 'Orders' })
  expect(await cluster.findFreshness(taskId)).toMatchObject({ state: 'due', due_at: null, cause: 'no_schedule' })
  const first = await cluster.run(taskId)
  first.end(cluster.verified())
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.findFreshness(taskId)).toMatchObject({
    state: 'fresh',
    seen_equal_at: expect.stringMatching(/^2026-03-02T05:00:/),
    due_at: '2026-03-03T12:30:00.000Z',
    cause: null,
  })

  await cluster.setTime('03T04:00')
  const held = await cluster.run(taskId)
  held.end({ kind: 'held', holds: [{ cause: 'source_empty' }], rows: 0 })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await cluster.findFreshness(taskId)).toMatchObject({ state: 'due', cause: 'held' })
  expect(await cluster.alertsAt('03T04:05')).toEqual(['Orders (Nightly) was held: The source has no data rows.'])
  expect(await cluster.alertsAt('03T07:10')).toEqual([])
  expect(await cluster.alertsAt('03T07:16')).toEqual([
    'Orders (Nightly) is late: Promised to be fresh by 07:30, but its run is held.',
  ])
  expect(await cluster.alertsAt('03T08:00')).toEqual([])
  expect(await cluster.findFreshness(taskId)).toMatchObject({ state: 'late', due_at: '2026-03-03T12:30:00.000Z' })
  expect(await cluster.alertsAt('04T08:00')).toEqual([])

  const copied = await cluster.run(taskId)
  copied.end({ ...cluster.verified(), errorCells: 2 })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await cluster.alertsAt('04T08:05')).toEqual(['Orders (Nightly) recovered: Before: held, late.'])
  expect(await cluster.findFreshness(taskId)).toMatchObject({ state: 'fresh', due_at: '2026-03-05T12:30:00.000Z' })
})

test('a target that did not take the values is not fresh, and a success that came too late does not hide it', async () => {
  await using cluster = await startPromised()
  const taskId = await cluster.addTask(await cluster.addType(), { name: 'Orders', freshWithinMinutes: 60 })
  ;(await cluster.run(taskId)).end(cluster.verified())
  await cluster.untilStatus(taskId, 'Success')
  await cluster.setTime('02T00:50')
  ;(await cluster.run(taskId)).end({ refusedCells: 1 })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await cluster.findFreshness(taskId)).toMatchObject({ state: 'due', cause: 'failing' })
  expect(await cluster.alertsAt('02T00:55')).toEqual([
    'Orders (Type 1) is late: Promised to be never older than 1 h, but its last run did not succeed.',
  ])
  // Pretend that the run read everything more than an hour before it ended.
  const { verified } = cluster.verified()
  await cluster.setTime('02T02:30')
  ;(await cluster.run(taskId)).end({ verified })
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.findFreshness(taskId)).toMatchObject({ state: 'late', cause: 'no_schedule' })
  expect(await cluster.alertsAt('02T02:40')).toEqual([])
})

test('tasks with one cause are one alert, and a promise that was taken back is over', async () => {
  await using cluster = await startPromised()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 3, freshWithinMinutes: 60 })
  const taskIds = await cluster.addTasks(typeId, 3)
  for (const taskId of taskIds) {
    ;(await cluster.run(taskId)).fail(syncFailure('not_found'))
    await cluster.untilStatus(taskId, 'Error')
  }
  await cluster.alertsAt('02T00:05')
  expect(await cluster.alertsAt('02T01:10')).toEqual([
    '3 tasks are late: Promised to be never older than 1 h, but its last run did not succeed: Promised to be never older than 1 h, but its last run did not succeed.',
  ])
  await cluster.orm.update(tasks).set({ freshWithinMinutes: 1440 })
  expect(await cluster.alertsAt('02T01:20')).toEqual(['3 tasks recovered: Before: late.'])
})

test('nothing is promised for a task that is inactive', async () => {
  await using cluster = await startPromised()
  const taskId = await cluster.addTask(await cluster.addType({ freshBy: '07:30' }), { isActive: false })
  expect(await cluster.findFreshness(taskId)).toBeUndefined()
})
