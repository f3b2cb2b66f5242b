import { expect, test } from 'vitest'
import { runSync } from '#server/sync/run-sync.ts'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { startSyncWorld } from '#tests/support/sync-world.ts'

const jo = 'jo@example.com'

test('a task copies its source over HTTP and stores the rows', async () => {
  await using provider = await startSyncWorld()
  await using world = await startQueueWorld()
  const rows = [
    ['Code', 'Amount'],
    ['007', 1.5],
    ['23E12', 2],
  ]
  const sourceSsId = await provider.spreadsheet({ rows })
  const targetSsId = await provider.spreadsheet({})
  const taskId = await world.addTask(await world.addType(), { sourceSsId, targetSsId })
  const queue = await world.startNode({ sync: runSync, google: provider.google })
  await queue.runTask({ taskId, triggeredBy: jo })
  await world.untilStatus(taskId, 'Success')
  expect(await provider.read(targetSsId)).toEqual([[], ...rows.slice(1)])
  expect(await world.dataCopyOf(taskId)).toEqual([
    { Code: '007', Amount: 1.5 },
    { Code: '23E12', Amount: 2 },
  ])
  expect(await world.runOf(taskId)).toMatchObject({ cellsChanged: 4, rowsDone: 2, rowsTotal: 2, errorCount: 0 })
  expect(await world.taskOf(taskId)).toMatchObject({ lastRows: 2, lastWidth: 2, lastSuccessAt: expect.any(Date) })
})

test('an emptied source is held until the task runs with allow_shrink', async () => {
  await using provider = await startSyncWorld()
  await using world = await startQueueWorld()
  const sourceSsId = await provider.spreadsheet({ rows: [['Code']] })
  const targetSsId = await provider.spreadsheet({ rows: [['Code'], ['kept']] })
  const taskId = await world.addTask(await world.addType(), { sourceSsId, targetSsId, lastRows: 1, lastWidth: 1 })
  const queue = await world.startNode({ sync: runSync, google: provider.google })
  await queue.runTask({ taskId, triggeredBy: jo })
  await world.untilStatus(taskId, 'Warning')
  expect(await provider.read(targetSsId)).toEqual([['Code'], ['kept']])
  await queue.runTask({ taskId, triggeredBy: jo, allowShrink: true })
  await world.untilStatus(taskId, 'Success')
  expect(await provider.read(targetSsId)).toEqual([['Code']])
})

test('a missing source ends the run in Error at once, and the log says so', async () => {
  await using provider = await startSyncWorld()
  await using world = await startQueueWorld()
  const taskId = await world.addTask(await world.addType({ maxRetries: 3 }), {
    targetSsId: await provider.spreadsheet({}),
  })
  const queue = await world.startNode({ sync: runSync, google: provider.google })
  await queue.runTask({ taskId, triggeredBy: jo })
  await world.untilStatus(taskId, 'Error')
  expect((await world.logOf(taskId)).at(-1)).toMatch(/^ERROR .*not found/i)
})
