import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runs, taskLogs } from '#server/storage/schema.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { queueRuns } from './queue-runs.ts'

type Cluster = Awaited<ReturnType<typeof startTestCluster>>

async function addEndedRuns({ orm, now }: Cluster, { taskId, count }: { taskId: number; count: number }) {
  const at = now()
  const run = { taskId, status: 'Success', waveId: randomUUID(), triggeredBy: 'jo', queuedAt: at, endedAt: at } as const
  const added = await orm
    .insert(runs)
    .values(Array.from({ length: count }, () => run))
    .returning({ id: runs.id })
  return added.map(({ id }) => id)
}

test('a new run deletes the oldest runs of its task beyond 200, and keeps their log lines', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  const typeId = await cluster.addType()
  const [taskId, otherTaskId] = [await cluster.addTask(typeId), await cluster.addTask(typeId)]
  const others = await addEndedRuns(cluster, { taskId: otherTaskId, count: 210 })
  const ofTask = await addEndedRuns(cluster, { taskId, count: 203 })
  const line = { taskId, level: 'INFO', message: 'old line', createdAt: cluster.now() } as const
  await orm.insert(taskLogs).values({ ...line, runId: ofTask[0] })
  await queueRuns(orm, {
    which: { taskId },
    waveId: randomUUID(),
    triggeredBy: 'jo',
    allowShrink: false,
    message: 'Queued.',
    now: cluster.now(),
  })
  const remaining = await orm.select({ id: runs.id, taskId: runs.taskId }).from(runs).orderBy(asc(runs.id))
  const listIds = (id: number) => remaining.filter((run) => run.taskId === id).map((run) => run.id)
  expect(listIds(otherTaskId)).toEqual(others)
  expect(listIds(taskId)).toHaveLength(200)
  expect(listIds(taskId)[0]).toBe(ofTask[4])
  expect(await cluster.readLog(taskId)).toEqual(['INFO old line', 'INFO Queued.'])
})
