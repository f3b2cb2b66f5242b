import { eq, getTableColumns, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks, taskTypes } from '#server/storage/schema.ts'

/** What a worker needs to know of the run that it has claimed. */
export interface RunWork {
  readonly task: typeof tasks.$inferSelect
  readonly run: typeof runs.$inferSelect
  /** Until when a write of an earlier attempt of the task may still be applied; null when all were answered. */
  readonly writesLandBy: Date | null
  readonly retry: { readonly maxRetries: number; readonly retryDelaySeconds: number }
}

export async function readRunWork(orm: Orm, runId: number): Promise<RunWork> {
  const earlier = alias(runs, 'earlier')
  const writesLandBy = orm
    .select({ latest: max(earlier.writesLandBy) })
    .from(earlier)
    .where(eq(earlier.taskId, runs.taskId))
  const [work] = await orm
    .select({
      task: getTableColumns(tasks),
      run: getTableColumns(runs),
      writesLandBy: sql`${writesLandBy}`.mapWith(runs.writesLandBy),
      retry: { maxRetries: taskTypes.maxRetries, retryDelaySeconds: taskTypes.retryDelaySeconds },
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(eq(runs.id, runId))
  if (!work) throw new Error(`Run ${runId} not found`)
  return work
}
