import { desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Orm } from './database.ts'
import { runs, tasks, taskTypes } from './schema.ts'

/** Older runs of a task are dropped. */
const KEPT_RUNS = 200
const RECENT_RUNS = 10

export type PastRun = Awaited<ReturnType<typeof listRuns>>[number]
export type RecentRunRow = Pick<typeof runs.$inferSelect, 'id' | 'status' | 'startedAt' | 'endedAt'>

/** The runs that were in progress at some moment since `since`, newest first, at most `limit`. */
export async function listRuns(orm: Orm, { since, limit }: { since: Date; limit: number }) {
  return await orm
    .select({
      id: runs.id,
      taskId: tasks.id,
      taskName: tasks.name,
      typeId: taskTypes.id,
      typeName: taskTypes.name,
      status: runs.status,
      triggeredBy: runs.triggeredBy,
      queuedAt: runs.queuedAt,
      startedAt: runs.startedAt,
      endedAt: runs.endedAt,
      rowsDone: runs.rowsDone,
      cellsChanged: runs.cellsChanged,
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(or(isNull(runs.endedAt), gte(runs.endedAt, since)))
    .orderBy(desc(runs.id))
    .limit(limit)
}

/** The last runs of each task that has any, oldest first, by the task's id. */
export async function recentRuns(orm: Orm, taskIds: readonly number[]): Promise<Map<number, RecentRunRow[]>> {
  if (taskIds.length === 0) return new Map()
  const recent = orm
    .select({ id: runs.id, status: runs.status, startedAt: runs.startedAt, endedAt: runs.endedAt })
    .from(runs)
    .where(eq(runs.taskId, tasks.id))
    .orderBy(desc(runs.id))
    .limit(RECENT_RUNS)
    .as('recent')
  const rows = await orm
    .select({ taskId: tasks.id, run: { ...recent._.selectedFields } })
    .from(tasks)
    .innerJoinLateral(recent, sql`true`)
    .where(inArray(tasks.id, [...taskIds]))
    .orderBy(recent.id)
  return new Map(
    [...Map.groupBy(rows, (row) => row.taskId)].map(([taskId, ofTask]) => [taskId, ofTask.map(({ run }) => run)]),
  )
}

/** Drops what is more than the history keeps of the tasks of a wave: each new run makes room for itself. */
export async function dropOldRuns(tx: Orm, waveId: string): Promise<void> {
  const wave = tx.select({ taskId: runs.taskId }).from(runs).where(eq(runs.waveId, waveId)).as('wave')
  const old = tx
    .select({ id: runs.id })
    .from(runs)
    .where(eq(runs.taskId, wave.taskId))
    .orderBy(desc(runs.id))
    .offset(KEPT_RUNS)
    .as('old')
  const dropped = tx.select({ id: old.id }).from(wave).innerJoinLateral(old, sql`true`)
  await tx.delete(runs).where(inArray(runs.id, dropped))
}
