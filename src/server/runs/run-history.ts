import { and, count, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { countColumns, outcomeColumns } from './count-columns.ts'

/** Maximum number of runs of a task. Older runs are deleted. */
export const MAX_RUNS_PER_TASK = 200
const RECENT_RUN_COUNT = 10

export type PastRun = Awaited<ReturnType<typeof listRuns>>[number]
export type RecentRunRow = Pick<typeof runs.$inferSelect, 'id' | 'status' | 'startedAt' | 'endedAt'>

/** Runs of a task or a wave, runs in progress since a date, or single runs. */
export type RunsToList =
  | { taskId: number | undefined; waveId?: string | undefined }
  | { since: Date }
  | { runIds: readonly number[] }

/** Lists at most `limit` runs, newest first. */
export async function listRuns(orm: Orm, { which, limit }: { which: RunsToList; limit: number }) {
  return await orm
    .select({
      id: runs.id,
      taskId: tasks.id,
      taskName: tasks.name,
      typeId: taskTypes.id,
      typeName: taskTypes.name,
      waveId: runs.waveId,
      status: runs.status,
      triggeredBy: runs.triggeredBy,
      queuedAt: runs.queuedAt,
      startedAt: runs.startedAt,
      endedAt: runs.endedAt,
      rowsDone: runs.rowsDone,
      ...outcomeColumns,
      ...countColumns,
      reads: runs.reads,
      writes: runs.writes,
      attempt: runs.attempt,
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isListed(which))
    .orderBy(desc(runs.id))
    .limit(limit)
}

function isListed(which: RunsToList) {
  if ('taskId' in which) {
    const { taskId, waveId } = which
    return and(
      taskId === undefined ? undefined : eq(runs.taskId, taskId),
      waveId === undefined ? undefined : eq(runs.waveId, waveId),
    )
  }
  if ('runIds' in which) return isInList(runs.id, which.runIds)
  return or(isNull(runs.endedAt), gte(runs.endedAt, which.since))
}

/** Counts runs that ended in each status from `from` until before `to`. */
export async function countEndedRuns(
  orm: Orm,
  { from, to }: { from: Date; to: Date },
): Promise<Map<RecentRunRow['status'], number>> {
  const rows = await orm
    .select({ status: runs.status, count: count() })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .where(and(gte(runs.endedAt, from), lt(runs.endedAt, to)))
    .groupBy(runs.status)
  return new Map(rows.map((row) => [row.status, row.count]))
}

type RunAsJson = [id: number, status: RecentRunRow['status'], startedAt: string | null, endedAt: string | null]

/**
 * Reads the last runs of each task, oldest first, by task ID. Aggregates them into one row per task, because reading thousands
 * of rows costs more than finding them. PostgreSQL sorts these arrays in half the time of objects.
 */
export async function recentRuns(orm: Orm, taskIds: readonly number[]): Promise<Map<number, RecentRunRow[]>> {
  if (taskIds.length === 0) return new Map()
  const last = orm
    .select({ id: runs.id, status: runs.status, startedAt: runs.startedAt, endedAt: runs.endedAt })
    .from(runs)
    .where(eq(runs.taskId, tasks.id))
    .orderBy(desc(runs.id))
    .limit(RECENT_RUN_COUNT)
    .as('last')
  const run = sql`json_build_array(${last.id}, ${last.status}, ${last.startedAt}, ${last.endedAt})`
  const aggregated = orm
    .select({ runs: sql<RunAsJson[] | null>`json_agg(${run})`.as('runs') })
    .from(last)
    .as('aggregated')
  const rows = await orm
    .select({ taskId: tasks.id, runs: aggregated.runs })
    .from(tasks)
    .innerJoinLateral(aggregated, sql`true`)
    .where(isInList(tasks.id, taskIds))
  return new Map(rows.map((row) => [row.taskId, (row.runs ?? []).map(fromJson).sort((a, b) => a.id - b.id)]))
}

function fromJson([id, status, startedAt, endedAt]: RunAsJson): RecentRunRow {
  return { id, status, startedAt: startedAt ? new Date(startedAt) : null, endedAt: endedAt ? new Date(endedAt) : null }
}

/** Deletes the runs beyond the history limit of the tasks in a wave, so each new run makes room for itself. */
export async function deleteOldRuns(tx: Orm, waveId: string): Promise<void> {
  const wave = tx.select({ taskId: runs.taskId }).from(runs).where(eq(runs.waveId, waveId)).as('wave')
  const old = tx
    .select({ id: runs.id })
    .from(runs)
    .where(eq(runs.taskId, wave.taskId))
    .orderBy(desc(runs.id))
    .offset(MAX_RUNS_PER_TASK)
    .as('old')
  const excess = tx.select({ id: old.id }).from(wave).innerJoinLateral(old, sql`true`)
  await tx.delete(runs).where(inArray(runs.id, excess))
}
