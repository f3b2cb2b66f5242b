import { expect, test } from 'vitest'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'

const jo = 'jo@example.com'

test('a task that is run goes from Queued over Running to Success', async () => {
  await using world = await startQueueWorld()
  const script = scriptSync()
  const taskId = await world.addTask(await world.addType())
  const queue = await world.startNode({ sync: script.sync })
  expect(await queue.runTask({ taskId, triggeredBy: jo })).toMatchObject({ status: 'success' })
  const copy = await script.nth(1)
  expect(await world.statusOf(taskId)).toBe('Running')
  copy.end()
  await world.untilStatus(taskId, 'Success')
  expect(await world.runOf(taskId)).toMatchObject({
    attempt: 1,
    cellsChanged: 4,
    reads: 2,
    rowsDone: 10,
    leaseOwner: null,
  })
  expect(await world.logOf(taskId)).toEqual([`INFO Queued by ${jo}.`])
})
