import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import { taskLogs } from '#server/storage/schema.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { appendTaskLogs, clearTaskLogs, latestLogs, presentTaskLog, readTaskLogs } from './task-logs.ts'

async function startLogCluster() {
  const cluster = await startTestCluster()
  const typeId = await cluster.addType()
  const [taskId, other] = [await cluster.addTask(typeId), await cluster.addTask(typeId)]
  async function log(task: number, ...messages: string[]): Promise<void> {
    const at = new Date('2026-01-15T09:30:00Z')
    await appendTaskLogs(
      cluster.orm,
      messages.map((message) => ({ taskId: task, runId: null, level: 'INFO', message, at })),
    )
  }
  const messages = async (options: { afterId?: number; last?: number } = {}) =>
    (await readTaskLogs(cluster.orm, { taskId, ...options })).map((row) => row.message)
  return { ...cluster, taskId, other, log, messages }
}

test('a log is read oldest line first, after a given line or its last lines only', async () => {
  await using cluster = await startLogCluster()
  await cluster.log(cluster.taskId, 'one', 'two', 'three')
  await cluster.log(cluster.other, 'of another task')
  const [first] = await readTaskLogs(cluster.orm, { taskId: cluster.taskId })
  expect(await cluster.messages()).toEqual(['one', 'two', 'three'])
  expect(await cluster.messages({ afterId: first?.id ?? 0 })).toEqual(['two', 'three'])
  expect(await cluster.messages({ last: 1 })).toEqual(['three'])
})

test('a log keeps its last 2,000 lines', async () => {
  await using cluster = await startLogCluster()
  await cluster.log(cluster.taskId, ...Array.from({ length: 2000 }, (_, line) => `line ${line}`))
  await cluster.log(cluster.taskId, 'newest')
  const messages = await cluster.messages()
  expect(messages).toHaveLength(2000)
  expect([messages[0], messages.at(-1)]).toEqual(['line 1', 'newest'])
})

test('of a log that grew too long, the last 2,000 lines are read', async () => {
  await using cluster = await startLogCluster()
  await cluster.orm.execute(sql`
    insert into ${taskLogs} (task_id, level, message, created_at)
    select ${cluster.taskId}::int, 'INFO', n, now() from generate_series(1, 2003) n`)
  const messages = await cluster.messages()
  expect([messages.length, messages[0], messages.at(-1)]).toEqual([2000, '4', '2003'])
})

test('reads the latest line of many tasks, and clears a log', async () => {
  await using cluster = await startLogCluster()
  await cluster.log(cluster.taskId, 'one', 'two')
  const latest = await latestLogs(cluster.orm, [cluster.taskId, cluster.other])
  expect([...latest].map(([taskId, row]) => [taskId, row.message])).toEqual([[cluster.taskId, 'two']])
  await clearTaskLogs(cluster.orm, cluster.taskId)
  expect(await cluster.messages()).toEqual([])
})

test('a line shows its time in the time zone of the schedule', async () => {
  await using cluster = await startLogCluster()
  await cluster.log(cluster.taskId, 'one')
  const [row] = await readTaskLogs(cluster.orm, { taskId: cluster.taskId })
  expect(row && presentTaskLog(row, localTimeFormatter('America/New_York'))).toMatchObject({
    timestamp: '2026-01-15T09:30:00.000Z',
    formatted_timestamp: '2026-01-15 04:30:00 EST',
  })
})
