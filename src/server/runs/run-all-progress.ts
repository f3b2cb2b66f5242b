import { and, count, eq, inArray, isNull, min } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { runs } from '#server/storage/schema.ts'

export interface RunAllProgress {
  readonly done: number
  readonly total: number
  readonly queuedAt: Date
}

/** Counts the ended runs of the Run All in progress; undefined if none is in progress. */
export async function readRunAllProgress(orm: Orm): Promise<RunAllProgress | undefined> {
  const unfinished = orm
    .select({ waveId: runs.waveId })
    .from(runs)
    .where(and(eq(runs.scope, 'all'), isNull(runs.endedAt)))
  const [wave] = await orm
    .select({ done: count(runs.endedAt), total: count(), queuedAt: min(runs.queuedAt) })
    .from(runs)
    .where(inArray(runs.waveId, unfinished))
  if (!wave?.queuedAt) return undefined
  return { ...wave, queuedAt: wave.queuedAt }
}
