import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Refusal } from '#contract/errors.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { filesOfRun } from '#server/last-copy/written-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { holds, runs, taskLogs } from '#server/storage/schema.ts'
import { holdColumns } from './holds.ts'

export type RunDetailsRow = Awaited<ReturnType<typeof readRunDetails>>

/**
 * Reads a run of a task, with the names of its task and type and the number of runs in its wave.
 * @throws Refusal 'not_found'
 */
export async function readRunDetails(orm: Orm, { taskId, runId }: { taskId: number; runId: number }) {
  const wave = alias(runs, 'wave')
  const waveSize = orm.select({ count: count() }).from(wave).where(eq(wave.waveId, runs.waveId))
  const [row] = await orm
    .select({
      ...getTableColumns(runs),
      taskName: tasks.name,
      targetSsIds: sql<string[]>`${filesOfRun}`,
      maxConcurrentTasks: tasks.maxConcurrentTasks,
      typeId: taskTypes.id,
      typeName: taskTypes.name,
      hold: holdColumns,
      waveSize: sql`${waveSize}`.mapWith(Number),
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(holds, eq(holds.id, runs.holdId))
    .where(and(eq(runs.id, runId), eq(runs.taskId, taskId)))
  if (!row) throw new Refusal('not_found', 'Run not found. Old runs of a task are deleted.')
  return row
}

/** Reads the lines of a run in the task's log, oldest first. */
export async function logsOfRun(orm: Orm, runId: number) {
  return await orm.select().from(taskLogs).where(eq(taskLogs.runId, runId)).orderBy(asc(taskLogs.id))
}

/** Lists the attempts of a run, oldest first, and tells whether a node works on the last attempt. */
export function listAttempts(
  run: Pick<RunDetailsRow, 'status' | 'attempts' | 'attemptRecord' | 'leaseUntil'>,
  now: Date,
): { records: AttemptRecord[]; isWorking: boolean } {
  const isLeased = run.leaseUntil !== null && run.leaseUntil > now
  const isWorking = isLeased && run.attemptRecord !== null && isInProgress(run.status)
  return { records: [...run.attempts, ...(run.attemptRecord ? [run.attemptRecord] : [])], isWorking }
}
