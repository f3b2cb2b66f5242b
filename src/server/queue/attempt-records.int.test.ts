import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'

const jo = 'jo@example.com'
const read = {
  kind: 'read',
  purpose: 'values',
  account: { name: 'robot@example.com', project: 'project' },
  isRetry: false,
} as const

test('what a lost node reported of its attempt stays on the run, and its requests count', async () => {
  await using cluster = await startTestCluster()
  const [lost, found] = [scriptSync(), scriptSync()]
  const taskId = await cluster.addTask(await cluster.addType())
  const queue = await cluster.startNode({ sync: lost.sync, workers: 1, timing: { heartbeatMs: HOUR_MS } })
  await queue.runTask({ taskId, triggeredBy: jo })
  const { ports, watch } = await lost.nth(1)
  watch.recorder.sent(read)
  ports.onProgress({ rowsDone: 5, rowsTotal: 10, phase: 'reading' })
  await eventually({
    what: 'the report',
    read: () => cluster.readRun(taskId),
    until: (run) => run.attemptRecord?.figures.reads === 1,
  })
  await cluster.startNode({ sync: found.sync })
  await cluster.passTime(21)
  ;(await found.nth(1)).end({ reads: 4, writes: 2 })
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.readRun(taskId)).toMatchObject({
    reads: 5,
    writes: 2,
    attemptRecord: null,
    attempts: [
      { number: 1, ending: null, figures: { reads: 1, writes: 0 } },
      { number: 2, ending: 'Success', failure: null, figures: { reads: 4, writes: 2 } },
    ],
  })
})

test('failed and handed back attempts are kept with their reasons', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 1, retryDelaySeconds: 0 }))
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runTask({ taskId, triggeredBy: jo })
  ;(await script.nth(1)).fail(syncFailure('unavailable'))
  await script.nth(2)
  await queue.drain()
  const other = scriptSync({ isQuick: true })
  await cluster.startNode({ sync: other.sync })
  await cluster.untilStatus(taskId, 'Success')
  expect((await cluster.readRun(taskId)).attempts).toMatchObject([
    { number: 1, ending: 'Failed', failure: { cause: 'unavailable', detail: 'status 503' } },
    { number: 2, ending: 'handed_back', failure: null },
    { number: 2, ending: 'Success', failure: null },
  ])
})
