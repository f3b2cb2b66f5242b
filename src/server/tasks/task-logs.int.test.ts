import { expect, test } from 'vitest'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { appendTaskLogs, clearTaskLogs, latestLogs, presentTaskLog, taskLogsOf } from './task-logs.ts'

async function startLogWorld() {
  const world = await startQueueWorld()
  const typeId = await world.addType()
  const [taskId, other] = [await world.addTask(typeId), await world.addTask(typeId)]
  async function log(task: number, ...messages: string[]): Promise<void> {
    const at = new Date('2026-01-15T09:30:00Z')
    await appendTaskLogs(
      world.orm,
      messages.map((message) => ({ taskId: task, runId: null, level: 'INFO', message, at })),
    )
  }
  const messages = async (options: { afterId?: number; last?: number } = {}) =>
    (await taskLogsOf(world.orm, { taskId, ...options })).map((row) => row.message)
  return { ...world, taskId, other, log, messages }
}

test('a log is read oldest line first, after a given line or its last lines only', async () => {
  await using world = await startLogWorld()
  await world.log(world.taskId, 'one', 'two', 'three')
  await world.log(world.other, 'of another task')
  const [first] = await taskLogsOf(world.orm, { taskId: world.taskId })
  expect(await world.messages()).toEqual(['one', 'two', 'three'])
  expect(await world.messages({ afterId: first?.id ?? 0 })).toEqual(['two', 'three'])
  expect(await world.messages({ last: 1 })).toEqual(['three'])
})

test('a log keeps its last 2,000 lines', async () => {
  await using world = await startLogWorld()
  await world.log(world.taskId, ...Array.from({ length: 2000 }, (_, line) => `line ${line}`))
  await world.log(world.taskId, 'newest')
  const messages = await world.messages()
  expect(messages).toHaveLength(2000)
  expect([messages[0], messages.at(-1)]).toEqual(['line 1', 'newest'])
})

test('reads the latest line of many tasks, and clears a log', async () => {
  await using world = await startLogWorld()
  await world.log(world.taskId, 'one', 'two')
  const latest = await latestLogs(world.orm, [world.taskId, world.other])
  expect([...latest].map(([taskId, row]) => [taskId, row.message])).toEqual([[world.taskId, 'two']])
  await clearTaskLogs(world.orm, world.taskId)
  expect(await world.messages()).toEqual([])
})

test('a line shows its time in the time zone of the schedule', async () => {
  await using world = await startLogWorld()
  await world.log(world.taskId, 'one')
  const [row] = await taskLogsOf(world.orm, { taskId: world.taskId })
  expect(row && presentTaskLog(row, 'America/New_York')).toMatchObject({
    timestamp: '2026-01-15T09:30:00.000Z',
    formatted_timestamp: '2026-01-15 04:30:00 EST',
  })
})
