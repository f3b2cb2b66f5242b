import { randomUUID } from 'node:crypto'
import { asc, isNull } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Hold } from '#domain/guards/guards.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { requestError } from '#engine/provider-error.ts'
import { freshnessWatcher } from '#server/freshness/watch-freshness.ts'
import { endedGrant } from '#server/google/token-error.ts'
import { acceptHolds } from '#server/runs/holds.ts'
import { alertIncidents, alerts, holds } from '#server/storage/schema.ts'
import { removeTask } from '#server/tasks/remove-tasks.ts'
import { eventually } from '#tests/support/eventually.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { openIncidents } from './incidents.ts'
import { deleteOldAlerts, makeAlerts } from './make-alerts.ts'
import { readIncidents } from './snooze.ts'
import { startAlerts, watch } from './start-alerts.ts'

const START = '2026-03-02T09:00:00Z'
const NOT_FOUND = syncFailure('not_found')
const notFound = (id: number) =>
  syncFailure(requestError({ reason: 'not_found', about: { file: { id: String(id) } } }).failure)

/** A cluster in which the test ends copies and asks for alerts. */
async function startAlertCluster() {
  const cluster = await startTestCluster({ startAt: START })
  const scripted = scriptSync()
  const queue = await cluster.startNode({ sync: scripted.sync })
  let begun = 0
  const run = async (taskId: number) => {
    await queue.runTask({ taskId, triggeredBy: 'jo@example.com', allowShrink: false })
    begun += 1
    return await scripted.nth(begun)
  }
  return {
    ...cluster,
    scripted,
    queue,
    run,
    async fail(taskId: number, error = NOT_FOUND) {
      const copy = await run(taskId)
      copy.fail(error)
      await cluster.untilStatus(taskId, 'Error')
    },
    async succeed(taskId: number) {
      const copy = await run(taskId)
      copy.end()
      await cluster.untilStatus(taskId, 'Success')
    },
    /** Returns the titles of the alerts made after a number of minutes. */
    async alertsAfter(minutes: number) {
      await cluster.passTime((minutes * MINUTE_MS) / SECOND_MS)
      const now = cluster.now()
      await watch(cluster.orm, { explain: ({ email }) => endedGrant('access_ended', email), now })
      const made = await makeAlerts(cluster.orm, { now, snoozePath: (id) => `/alerts/snooze?link=${id}` })
      return made.map(({ title }) => title)
    },
    incidents: () => cluster.orm.select().from(alertIncidents).orderBy(asc(alertIncidents.id)),
    async stored() {
      const rows = await cluster.orm.select().from(alerts).orderBy(asc(alerts.createdAt))
      return rows.map(({ content }) => content)
    },
  }
}

test('a failed task is reported once while it goes on failing, and once when it has recovered', async () => {
  await using cluster = await startAlertCluster()
  const taskId = await cluster.addTask(await cluster.addType({ name: 'Ledger' }), { name: 'Invoices' })
  await cluster.fail(taskId)
  expect(await cluster.alertsAfter(0)).toEqual([])
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) failed'])
  await cluster.fail(taskId)
  expect(await cluster.alertsAfter(60)).toEqual([])
  await cluster.succeed(taskId)
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) recovered'])
  expect(await cluster.alertsAfter(2)).toEqual([])
  expect(await cluster.incidents()).toEqual([])
  await cluster.fail(taskId)
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) failed'])
  const [first] = await cluster.stored()
  expect(first).toMatchObject({
    kind: 'failed',
    kinds: ['failed'],
    reason: 'Google Sheets was not found.',
    fix: 'Check the link in the task, and whether the file was deleted.',
    tasks: [{ id: taskId, name: 'Invoices', type: 'Ledger', path: `/sync_tasks/${taskId}` }],
    taskCount: 1,
    openPath: `/sync_tasks/${taskId}`,
  })
  expect(first?.snoozePath).toContain(first?.id)
})

test('an attempt that is followed by another one is not reported', async () => {
  await using cluster = await startAlertCluster()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 1, retryDelaySeconds: 1 }))
  const copy = await cluster.run(taskId)
  copy.fail(syncFailure('unavailable'))
  await cluster.untilStatus(taskId, 'Failed')
  expect(await cluster.incidents()).toEqual([])
  await cluster.passTime(2)
  ;(await cluster.scripted.nth(2)).fail(syncFailure('unavailable'))
  await cluster.untilStatus(taskId, 'Error')
  expect(await cluster.alertsAfter(2)).toHaveLength(1)
})

test('what recovers before it was reported is not reported at all', async () => {
  await using cluster = await startAlertCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  await cluster.fail(taskId)
  await cluster.succeed(taskId)
  expect(await cluster.alertsAfter(20)).toEqual([])
  expect(await cluster.incidents()).toEqual([])
})

test('a task that fails again is reported only after its recovery, so that the last alert is what holds', async () => {
  await using cluster = await startAlertCluster()
  const [first, second] = await cluster.addTasks(await cluster.addType(), 2)
  if (first === undefined || second === undefined) throw new Error('There are no tasks')
  await cluster.fail(first)
  await cluster.fail(second)
  expect(await cluster.alertsAfter(2)).toHaveLength(1)
  await cluster.succeed(first)
  await cluster.fail(first)
  const after = [...(await cluster.alertsAfter(2)), ...(await cluster.alertsAfter(0))]
  expect(after.map((title) => /failed|recovered/.exec(title)?.[0])).toEqual(['recovered', 'failed'])
})

test('a held run is reported with its reason, and a copy with a warning ends it', async () => {
  await using cluster = await startAlertCluster()
  const taskId = await cluster.addTask(await cluster.addType({ name: 'Ledger' }), { name: 'Invoices' })
  const held = await cluster.run(taskId)
  held.end({ kind: 'held', holds: [{ cause: 'source_empty' }], rows: 0 })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) was held'])
  const copied = await cluster.run(taskId)
  copied.end({ errorCells: 1 })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) recovered'])
})

test('a held run is reported with every reason, and once for what it finds until a person has accepted less', async () => {
  await using cluster = await startAlertCluster()
  const taskId = await cluster.addTask(await cluster.addType({ name: 'Ledger' }), { name: 'Invoices' })
  const shrank = (rows: number): Hold => ({ cause: 'source_shrank', rows, lastRows: 500 })
  const edited: Hold = { cause: 'target_edited', count: 2, first: 'B7' }
  const hold = async (...holds: [Hold, ...Hold[]]) => {
    const held = await cluster.run(taskId)
    held.end({ kind: 'held', holds, rows: 0 })
    await cluster.untilStatus(taskId, 'Warning')
  }
  await hold(shrank(100), edited)
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) was held'])
  expect(await cluster.stored()).toMatchObject([
    { reason: expect.stringMatching(/^The source shrank from 500 rows to 100 .* 2 cells were edited by hand/) },
  ])

  await hold(shrank(90), edited)
  expect(await cluster.alertsAfter(60)).toEqual([])
  expect(await readIncidents(cluster.orm, taskId)).toMatchObject([
    { message: expect.stringContaining('from 500 rows to 90') },
  ])

  const [open] = await cluster.orm.select().from(holds).where(isNull(holds.closedAt))
  await cluster.orm.transaction((tx) =>
    acceptHolds(tx, { ids: [open?.id ?? 0], acceptedBy: 'jo@example.com', now: cluster.now() }),
  )
  await hold(shrank(10))
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) was held'])
  expect(await cluster.stored()).toMatchObject([{}, { reason: expect.stringContaining('from 500 rows to 10') }])
})

test('tasks that fail for one reason are one alert, with what caused it', async () => {
  await using cluster = await startAlertCluster()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 4 })
  const taskIds = await cluster.addTasks(typeId, 12)
  const refused = syncFailure({
    cause: 'key_deleted',
    account: 'robot@example.com',
    owner: 'configured',
    detail: '',
    clockAheadMinutes: null,
  })
  for (const taskId of taskIds) await cluster.fail(taskId, refused)
  expect(await cluster.alertsAfter(2)).toEqual(['12 tasks: Google does not know the key of robot@example.com any more'])
  const [alert] = await cluster.stored()
  expect(alert).toMatchObject({ kind: 'access', kinds: ['failed', 'access'], taskCount: 12, typeIds: [typeId] })
  expect(alert?.tasks).toHaveLength(10)
  for (const taskId of taskIds) await cluster.succeed(taskId)
  expect(await cluster.alertsAfter(2)).toEqual(['12 tasks recovered', 'Access works again: the refused credentials'])
  expect(await cluster.incidents()).toEqual([])
})

test('a task without success for longer than its type allows is reported until it succeeds', async () => {
  await using cluster = await startAlertCluster()
  const typeId = await cluster.addType({ name: 'Ledger', alertAfterHours: 24 })
  const taskId = await cluster.addTask(typeId, { name: 'Invoices' })
  await cluster.addTask(typeId, { name: 'Never run' })
  await cluster.succeed(taskId)
  expect(await cluster.alertsAfter(23 * 60)).toEqual([])
  expect(await cluster.alertsAfter(61)).toEqual([])
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) is late'])
  expect(await cluster.alertsAfter(24 * 60)).toEqual([])
  await cluster.succeed(taskId)
  expect(await cluster.alertsAfter(2)).toEqual(['Invoices (Ledger) recovered'])
})

test('what the access check finds is reported until it finds nothing any more', async () => {
  await using cluster = await startAlertCluster()
  const problem = { accessFailure: syncFailure('not_shared').failure }
  const typeId = await cluster.addType()
  for (const name of ['One', 'Two']) await cluster.addTask(typeId, { name, ...problem })
  await cluster.alertsAfter(0)
  expect(await cluster.alertsAfter(2)).toEqual([
    '2 tasks will fail at their next run: robot@example.com cannot open Google Sheets',
  ])
  await cluster.setAccessFailure(null)
  await cluster.alertsAfter(0)
  expect(await cluster.alertsAfter(2)).toEqual(['2 tasks recovered'])
})

test('a task that was switched off is not reported, nor its recovery', async () => {
  await using cluster = await startAlertCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  await cluster.fail(taskId)
  await cluster.deactivate(taskId)
  expect(await cluster.alertsAfter(2)).toEqual([])
  expect(await cluster.incidents()).toEqual([])
})

test('alerts are deleted after four weeks', async () => {
  await using cluster = await startAlertCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  await cluster.fail(taskId)
  await cluster.alertsAfter(2)
  await deleteOldAlerts(cluster.orm, new Date(cluster.now().getTime() + 27 * DAY_MS))
  expect(await cluster.stored()).toHaveLength(1)
  await deleteOldAlerts(cluster.orm, new Date(cluster.now().getTime() + 29 * DAY_MS))
  expect(await cluster.stored()).toEqual([])
  expect(await cluster.incidents()).toMatchObject([{ taskId, alertId: null }])
})

test('a node that is killed while it makes alerts loses none and makes none twice', async () => {
  await using cluster = await startAlertCluster()
  const typeId = await cluster.addType()
  for (const [index, taskId] of (await cluster.addTasks(typeId, 3)).entries())
    await cluster.fail(taskId, notFound(index))
  await cluster.passTime(120)
  const now = cluster.now()
  let links = 0
  const killed = () => {
    links += 1
    if (links === 2) throw new Error('killed')
    return ''
  }
  await expect(makeAlerts(cluster.orm, { now, snoozePath: killed })).rejects.toThrow('killed')
  expect(await cluster.stored()).toEqual([])
  const nodes = [1, 2, 3].map(() => makeAlerts(cluster.orm, { now, snoozePath: (id) => id }))
  const made = (await Promise.all(nodes)).flat()
  expect(made).toHaveLength(3)
  expect(await cluster.stored()).toHaveLength(3)
  expect(await cluster.alertsAfter(5)).toEqual([])
})

test('the app makes alerts by itself', async () => {
  await using cluster = await startAlertCluster()
  await cluster.fail(await cluster.addTask(await cluster.addType({ name: 'Ledger' }), { name: 'Invoices' }))
  const options = {
    explainEndedAccess: ({ email }: { email: string }) => endedGrant('access_ended', email),
    watchFreshness: freshnessWatcher({ timezone: 'America/New_York' }),
    snoozePath: (id: string) => id,
    everyMs: 5,
  }
  await using _alerts = startAlerts({ ...cluster, ...options, logger: pino({ level: 'silent' }) })
  await cluster.passTime(120)
  const made = await eventually({ what: 'the alert', read: cluster.stored, until: (all) => all.length > 0 })
  expect(made).toMatchObject([{ title: 'Invoices (Ledger) failed' }])
})

test('an outage in which everything fails again and again leaves one incident for each task, and few alerts', async () => {
  await using cluster = await startAlertCluster()
  const tasks = await cluster.addTasks(await cluster.addType(), 60)
  for (const round of [1, 2, 3]) {
    for (const taskId of tasks) {
      const { failure } = notFound(taskId)
      await openIncidents(cluster.orm, [{ kind: 'failed', taskId, waveId: randomUUID(), failure }], cluster.now())
    }
    const titles = await cluster.alertsAfter(2)
    expect(titles).toHaveLength(round === 1 ? 20 : 0)
    if (round === 1) expect(titles).toContain('41 tasks failed for 41 reasons')
  }
  expect(await cluster.incidents()).toHaveLength(60)
})

test('a task in the trash is not reported', async () => {
  await using cluster = await startAlertCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  await cluster.fail(taskId)
  await removeTask(cluster.orm, taskId)
  await cluster.passTime(120)
  expect(await makeAlerts(cluster.orm, { now: cluster.now(), snoozePath: (id) => id })).toEqual([])
  expect(await cluster.alertsAfter(2)).toEqual([])
  expect(await cluster.incidents()).toEqual([])
})
