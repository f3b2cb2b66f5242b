import { tmpdir } from 'node:os'
import { asc, eq, isNull } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Orm } from '#server/storage/database.ts'
import { appends, csvJobs, holds } from '#server/storage/schema.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'

const KEPT_OF_A_TASK = 200
const KEPT_JOBS = 1000
const MORE = 5

async function sweep(orm: Orm): Promise<void> {
  const options = { orm, tempDir: tmpdir(), historyBytes: 1_000_000, logger: pino({ level: 'warn' }) }
  await using _sweeper = sweepLeftovers({ ...options, now: () => new Date() })
}

test('what each run or import adds is kept as long as the history of a task, or the list of imports', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  const typeId = await cluster.addType()
  const [often = 0, seldom = 0] = await cluster.addTasks(typeId, 2)
  const all = KEPT_OF_A_TASK + MORE
  const addAppends = (taskId: number, count: number, firstRunId: number) =>
    orm.insert(appends).values(
      Array.from({ length: count }, (_, index) => ({
        ...{ taskId, runId: firstRunId + index, targetSsId: 'target', sheetId: 0, firstRow: 1 + index, firstColumn: 1 },
        ...{ writesHeader: false, rowCount: 1, time: 46_000 + index, state: 'done' as const },
      })),
    )
  await addAppends(often, all, 1)
  await addAppends(seldom, 3, 1000)
  // The next run takes back the rows of run 1. An undo of the newest run would restore the rows of run 2.
  await orm.update(appends).set({ state: 'begun' }).where(eq(appends.runId, 1))
  await orm.update(appends).set({ state: 'begun', takenBackBy: all }).where(eq(appends.runId, 2))
  const hold = { taskId: often, rules: [], since: cluster.now(), closedAt: cluster.now() }
  await orm.insert(holds).values([{ ...hold, closedAt: null }, ...Array.from({ length: all }, () => hold)])
  const job = { type: 'sync_task', direction: 'import', status: 'success', fileName: 'tasks.csv' } as const
  const jobs = Array.from({ length: KEPT_JOBS + MORE }, () => ({ ...job, createdBy: 'jo', createdAt: cluster.now() }))
  await orm
    .insert(csvJobs)
    .values([{ ...job, type: 'sync_task_type', createdBy: 'jo', createdAt: cluster.now() }, ...jobs])

  await sweep(orm)

  const runIds = await orm
    .select({ id: appends.runId })
    .from(appends)
    .where(eq(appends.taskId, often))
    .orderBy(asc(appends.runId))
  expect(runIds.map(({ id }) => id)).toEqual([
    1,
    2,
    ...Array.from({ length: KEPT_OF_A_TASK }, (_, at) => at + MORE + 1),
  ])
  expect(await orm.$count(appends, eq(appends.taskId, seldom))).toBe(3)
  expect(await orm.$count(holds)).toBe(KEPT_OF_A_TASK + 1)
  expect(await orm.$count(holds, isNull(holds.closedAt))).toBe(1)
  expect(await orm.$count(csvJobs, eq(csvJobs.type, 'sync_task'))).toBe(KEPT_JOBS)
  expect(await orm.$count(csvJobs, eq(csvJobs.type, 'sync_task_type'))).toBe(1)
})
