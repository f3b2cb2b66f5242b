import { and, count, eq, isNull, min } from 'drizzle-orm'
import type { RunStatus } from '#domain/runs/run-status.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

export async function countRunsByStatus(orm: Orm): Promise<{ status: RunStatus; count: number }[]> {
  return await orm
    .select({ status: runs.status, count: count() })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .groupBy(runs.status)
}

/** Time when the longest-waiting Queued run was queued; undefined if no run is Queued. */
export async function oldestQueuedAt(orm: Orm): Promise<Date | undefined> {
  const [row] = await orm
    .select({ queuedAt: min(runs.queuedAt) })
    .from(runs)
    .where(and(eq(runs.status, 'Queued'), isNull(runs.endedAt)))
  return row?.queuedAt ?? undefined
}
