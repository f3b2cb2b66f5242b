import { expect, test } from 'vitest'
import { runSync } from '#engine/run-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const jo = 'jo@example.com'

test('a task copies its source over HTTP and stores the rows', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const rows = [
    ['Code', 'Amount'],
    ['007', 1.5],
    ['23E12', 2],
  ]
  const sourceSsId = await provider.spreadsheet({ rows })
  const targetSsId = await provider.spreadsheet({})
  const taskId = await cluster.addTask(await cluster.addType(), { sourceSsId, targetSsId })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  await queue.runTask({ taskId, triggeredBy: jo })
  await cluster.untilStatus(taskId, 'Success')
  expect(await provider.read(targetSsId)).toEqual([[], ...rows.slice(1)])
  expect(await cluster.readDataCopy(taskId)).toEqual([
    { Code: '007', Amount: 1.5 },
    { Code: '23E12', Amount: 2 },
  ])
  expect(await cluster.readRun(taskId)).toMatchObject({ cellsChanged: 4, rowsDone: 2, rowsTotal: 2, errorCount: 0 })
  expect(await cluster.readTask(taskId)).toMatchObject({ lastRows: 2, lastWidth: 2, lastSuccessAt: expect.any(Date) })
})

test('an emptied source is held until the task runs with allow_shrink', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const sourceSsId = await provider.spreadsheet({ rows: [['Code']] })
  const targetSsId = await provider.spreadsheet({ rows: [['Code'], ['kept']] })
  const taskId = await cluster.addTask(await cluster.addType(), { sourceSsId, targetSsId, lastRows: 1, lastWidth: 1 })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  await queue.runTask({ taskId, triggeredBy: jo })
  await cluster.untilStatus(taskId, 'Warning')
  expect(await provider.read(targetSsId)).toEqual([['Code'], ['kept']])
  await queue.runTask({ taskId, triggeredBy: jo, allowShrink: true })
  await cluster.untilStatus(taskId, 'Success')
  expect(await provider.read(targetSsId)).toEqual([['Code']])
})

test('a missing source ends the run in Error at once, and the log says so', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 3 }), {
    targetSsId: await provider.spreadsheet({}),
  })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  await queue.runTask({ taskId, triggeredBy: jo })
  await cluster.untilStatus(taskId, 'Error')
  expect((await cluster.readLog(taskId)).at(-1)).toMatch(/^ERROR .*not found/i)
})
