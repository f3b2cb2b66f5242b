import { and, eq, getTableColumns, inArray, lt, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { copyMemories, runs } from '#server/storage/schema.ts'

/** What a worker needs to know of a run that it has claimed. */
export interface RunWork {
  readonly task: typeof tasks.$inferSelect
  readonly run: typeof runs.$inferSelect
  /** Until when a write of an earlier attempt of the task may still be applied; null when all were answered. */
  readonly writesLandBy: Date | null
  /** What the run before this one left behind; null if it did not end in Success. */
  readonly memory: typeof copyMemories.$inferSelect | null
  /** Whether the task's type skips tasks whose files nobody edited. */
  readonly skipsUntouched: boolean
  readonly retry: { readonly maxRetries: number; readonly retryDelaySeconds: number }
}

/** By the id of the run. */
export async function readRunWorks(orm: Orm, runIds: readonly number[]): Promise<Map<number, RunWork>> {
  const earlier = alias(runs, 'earlier')
  const writesLandBy = orm
    .select({ latest: max(earlier.writesLandBy) })
    .from(earlier)
    .where(eq(earlier.taskId, runs.taskId))
  const before = orm
    .select({ latest: max(earlier.id) })
    .from(earlier)
    .where(and(eq(earlier.taskId, runs.taskId), lt(earlier.id, runs.id)))
  const works = await orm
    .select({
      task: getTableColumns(tasks),
      run: getTableColumns(runs),
      writesLandBy: sql`${writesLandBy}`.mapWith(runs.writesLandBy),
      memory: getTableColumns(copyMemories),
      skipsUntouched: taskTypes.skipsUntouched,
      retry: { maxRetries: taskTypes.maxRetries, retryDelaySeconds: taskTypes.retryDelaySeconds },
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(copyMemories, and(eq(copyMemories.taskId, tasks.id), eq(copyMemories.runId, sql`${before}`)))
    .where(inArray(runs.id, [...runIds]))
  return new Map(works.map((work) => [work.run.id, work]))
}

/** What a run of the task that is requested now may rely on; undefined if there is no such task. */
export async function readNextRunWork(
  orm: Orm,
  taskId: number,
): Promise<Pick<RunWork, 'memory' | 'writesLandBy' | 'skipsUntouched'> | undefined> {
  const ofTask = eq(runs.taskId, tasks.id)
  const last = orm
    .select({ id: max(runs.id) })
    .from(runs)
    .where(ofTask)
  const writesLandBy = orm
    .select({ latest: max(runs.writesLandBy) })
    .from(runs)
    .where(ofTask)
  const [work] = await orm
    .select({
      writesLandBy: sql`${writesLandBy}`.mapWith(runs.writesLandBy),
      memory: getTableColumns(copyMemories),
      skipsUntouched: taskTypes.skipsUntouched,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(copyMemories, and(eq(copyMemories.taskId, tasks.id), eq(copyMemories.runId, sql`${last}`)))
    .where(eq(tasks.id, taskId))
  return work
}
