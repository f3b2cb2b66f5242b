import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { SCRIPTED_USAGE, type ScriptedCopy, type ScriptedSync, scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

type Cluster = Awaited<ReturnType<typeof startTestCluster>>

const triggeredBy = 'jo@example.com'

const beginWriting = ({ ports }: ScriptedCopy) => ports.willWrite({ sheetId: 0, width: 3, lastRow: 11 })

test('the successor of a node that was lost while it wrote looks once more when no write of it can arrive', async () => {
  await using cluster = await startTestCluster()
  const [lost, found] = [scriptSync(), scriptSync()]
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy })
  const interrupted = await lost.nth(1)
  await beginWriting(interrupted)
  await cluster.startNode({ sync: found.sync, timing: { leaseMs: HOUR_MS } })
  await cluster.passTime(21)
  const copy = await found.nth(1)
  expect(() => interrupted.watch.beforeSending()).toThrow()
  copy.end({ cellsChanged: 40 })
  await cluster.untilLogged(taskId, /^INFO A write of an interrupted attempt may still reach the target/)
  expect(await cluster.readStatus(taskId)).toBe('Running')
  await cluster.passTime(200)
  ;(await found.nth(2)).end({ cellsChanged: 2, rows: 11 })
  await cluster.untilStatus(taskId, 'Success')
  const { reads } = SCRIPTED_USAGE
  expect(await cluster.readRun(taskId)).toMatchObject({ attempt: 2, cellsChanged: 42, rowsDone: 11, reads: 2 * reads })
})

/** Starts a run that a second node takes over after it copied. The run waits to compare once more. */
async function startWaiting(cluster: Cluster, { taskId, found }: { taskId: number; found: ScriptedSync }) {
  const lost = scriptSync()
  const queue = await cluster.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy })
  await beginWriting(await lost.nth(1))
  await cluster.startNode({ sync: found.sync, timing: { leaseMs: HOUR_MS } })
  await cluster.passTime(21)
  const copy = await found.nth(1)
  const { writesLandBy: announced } = await cluster.readRun(taskId)
  await beginWriting(copy)
  copy.ports.log('SUCCESS', 'Target is up to date: 10 rows, 4 changed.')
  copy.end()
  await cluster.untilLogged(taskId, /^INFO A write of an interrupted attempt may still reach the target/)
  return { queue, announced }
}

test('success is logged once, after the last look', async () => {
  await using cluster = await startTestCluster()
  const found = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType())
  await startWaiting(cluster, { taskId, found })
  await cluster.passTime(200)
  const again = await found.nth(2)
  again.ports.log('SUCCESS', 'Target is up to date: 10 rows, no changes.')
  again.end({ cellsChanged: 0 })
  await cluster.untilStatus(taskId, 'Success')
  const ends = (await cluster.readLog(taskId)).filter((line) => line.includes('up to date'))
  expect(ends).toEqual([
    'INFO Target is up to date: 10 rows, 4 changed.',
    'SUCCESS Target is up to date: 10 rows, no changes.',
  ])
})

test('while a run waits to look once more, another of its type copies, and both never copy at once', async () => {
  await using cluster = await startTestCluster()
  const found = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 1 })
  const [taskId, otherId] = [await cluster.addTask(typeId), await cluster.addTask(typeId)]
  const { queue } = await startWaiting(cluster, { taskId, found })
  await queue.runTask({ taskId: otherId, triggeredBy })
  const other = await found.nth(2)
  expect([await cluster.readStatus(taskId), await cluster.readStatus(otherId)]).toEqual(['Running', 'Running'])
  const { recheckAt } = await cluster.readRun(taskId)
  expect(recheckAt?.getTime()).toBeGreaterThan(cluster.now().getTime())
  await cluster.passTime(200)
  await delay(500)
  expect(found.begun).toHaveLength(2)
  other.end()
  await cluster.untilStatus(otherId, 'Success')
  ;(await found.nth(3)).end()
  await cluster.untilStatus(taskId, 'Success')
  expect(found.maxConcurrent).toBe(1)
  expect(await cluster.readRun(taskId)).toMatchObject({ recheckAt: null })
})

test('a run that waits to look once more keeps its target, and announces no new write', async () => {
  await using cluster = await startTestCluster()
  const found = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 2 })
  const target = { targetSsId: 'shared' }
  const taskId = await cluster.addTask(typeId, target)
  const otherId = await cluster.addTask(typeId, target)
  const { queue, announced } = await startWaiting(cluster, { taskId, found })
  await queue.runTask({ taskId: otherId, triggeredBy })
  const renewedAfter = cluster.now().getTime() + HOUR_MS
  await eventually({
    what: 'the lease to be renewed',
    read: async () => (await cluster.readRun(taskId)).leaseUntil,
    until: (until) => until !== null && until.getTime() > renewedAfter + 300,
  })
  expect(await cluster.readStatus(otherId)).toBe('Queued')
  expect(announced).not.toBeNull()
  expect((await cluster.readRun(taskId)).writesLandBy).toEqual(announced)
})

test('a run after a stopped one looks once more if a write of that was not answered, and only then', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: script.sync, timing: { leaseMs: HOUR_MS } })
  const runAndStop = async (begun: number, act: (copy: ScriptedCopy) => void) => {
    await queue.runTask({ taskId, triggeredBy })
    const copy = await script.nth(begun)
    await beginWriting(copy)
    act(copy)
    await queue.stopTask(taskId)
    await cluster.untilStatus(taskId, 'Stopped')
  }
  await runAndStop(1, () => undefined)
  await queue.runTask({ taskId, triggeredBy })
  ;(await script.nth(2)).end()
  await cluster.untilStatus(taskId, 'Success')

  await runAndStop(3, ({ watch }) => watch.writeBrokeOff())
  await queue.runTask({ taskId, triggeredBy })
  ;(await script.nth(4)).end()
  await cluster.untilLogged(taskId, /once more in 1[78]\d s\.$/)
  await cluster.passTime(181)
  ;(await script.nth(5)).end()
  await cluster.untilStatus(taskId, 'Success')
})
