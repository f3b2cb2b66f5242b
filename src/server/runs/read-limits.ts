import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { CellLimits } from '#engine/workbook.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { readLimits } from '#server/storage/schema.ts'

/** Read limits of a task. Also used as a column in queries that read tasks. */
export const cellLimits: SQL<CellLimits> = sql`(
  select coalesce(jsonb_object_agg(${readLimits.spreadsheetId}, ${readLimits.maxCells}), '{}')
  from ${readLimits} where ${readLimits.taskId} = ${tasks.id})`

/** Maximum stored limit. The size in bytes limits larger reads. */
const MAX_LIMIT = 1_000_000

interface Saved {
  taskId: number
  /** The limits the run began with. */
  known: CellLimits
  /** Limits found by this run. */
  learned: ReadonlyMap<string, number>
  isSuccess: boolean
}

/** Stores limits for the next run. Each success doubles the limits, so one outage does not slow every later run. */
export async function saveReadLimits(orm: Orm, { taskId, known, learned, isSuccess }: Saved): Promise<void> {
  const doubled = isSuccess ? Object.entries(known).map(([id, cells]) => [id, 2 * cells] as const) : []
  for (const [spreadsheetId, maxCells] of new Map([...doubled, ...learned])) {
    const row = { taskId, spreadsheetId, maxCells }
    if (maxCells > MAX_LIMIT) {
      await orm
        .delete(readLimits)
        .where(and(eq(readLimits.taskId, taskId), eq(readLimits.spreadsheetId, spreadsheetId)))
    } else {
      await orm
        .insert(readLimits)
        .values(row)
        .onConflictDoUpdate({ target: [readLimits.taskId, readLimits.spreadsheetId], set: { maxCells } })
    }
  }
}
