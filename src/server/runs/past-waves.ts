import { count, desc, eq, gt, gte, inArray, isNull, min, or, sql } from 'drizzle-orm'
import type { PastWave } from '#contract/wave.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

const MAX_PAST_WAVES = 50

/** Lists waves of several tasks that were in progress since a date, newest first. */
export async function listPastWaves(orm: Orm, { since }: { since: Date }): Promise<PastWave[]> {
  const recent = orm
    .select({ waveId: runs.waveId })
    .from(runs)
    .where(or(isNull(runs.endedAt), gte(runs.endedAt, since)))
  const countRuns = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const countStatus = (status: (typeof runs.$inferSelect)['status']) => countRuns(sql`${runs.status} = ${status}`)
  const rows = await orm
    .select({
      id: runs.waveId,
      at: min(runs.queuedAt),
      triggered_by: sql<string>`min(${runs.triggeredBy})`,
      tasks_count: count(),
      in_progress: countRuns(sql`${runs.endedAt} is null`),
      succeeded: countStatus('Success'),
      warnings: countRuns(sql`${runs.status} = 'Warning' and not ${runs.isHeld}`),
      failed: countStatus('Error'),
      stopped: countStatus('Stopped'),
      held: countRuns(sql`${runs.isHeld}`),
      cells_changed: sql<number>`sum(${runs.cellsChanged})`.mapWith(Number),
      is_undo: sql<boolean>`bool_and(${runs.undo} is not null)`,
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .where(inArray(runs.waveId, recent))
    .groupBy(runs.waveId)
    .having(gt(count(), 1))
    .orderBy(desc(min(runs.queuedAt)))
    .limit(MAX_PAST_WAVES)
  return rows.map(({ at, ...wave }) => ({ ...wave, at: (at ?? since).toISOString() }))
}
