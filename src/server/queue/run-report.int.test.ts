import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NO_FIGURES } from '#domain/runs/attempt-record.ts'
import { runs } from '#server/storage/schema.ts'
import { readTaskLogs } from '#server/task-logs/task-logs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { openRunReport } from './run-report.ts'

test('log lines that could not be written are written later, once and in order', async () => {
  await using cluster = await startTestCluster()
  const { orm, now } = cluster
  const taskId = await cluster.addTask(await cluster.addType())
  const failed = Promise.withResolvers<unknown>()
  const run = {
    taskId,
    status: 'Running',
    waveId: randomUUID(),
    triggeredBy: 'jo@example.com',
    queuedAt: now(),
  } as const
  const [added] = await orm.insert(runs).values(run).returning({ id: runs.id })
  const attempt = { taskId, runId: added?.id ?? 0, number: 1, startedAt: now(), leaseUntil: new Date(), nodeId: 'node' }
  const report = openRunReport({ orm, attempt, now, reportMs: 1, figures: () => NO_FIGURES, onError: failed.resolve })
  await orm.execute(sql`alter table task_logs rename to task_logs_away`)
  report.ports.log('INFO', 'one')
  await failed.promise
  await report.settle()
  await orm.execute(sql`alter table task_logs_away rename to task_logs`)
  report.ports.log('INFO', 'two\0')
  await report.saveLines()
  const lines = await readTaskLogs(orm, { taskId })
  expect(lines.map(({ message }) => message)).toEqual(['one', 'two'])
})
