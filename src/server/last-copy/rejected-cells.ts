import { eq, type SQL, sql } from 'drizzle-orm'
import type { RejectedCell } from '#domain/copy/rejected-cells.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { rejectedCells as table } from '#server/storage/schema.ts'
import { type End, hasStartRow, namesCopiedTab, place } from './place.ts'

const isCopyAt = (end: End) => namesCopiedTab(tasks, { copied: table.place, end, tab: sql`null` })

/** Rejected cells of a task, or a column for them in a query for tasks. Empty after a copy between other places. */
export const rejectedCells: SQL<readonly RejectedCell[]> = sql`coalesce((
  select ${table.cells} from ${table} where ${table.taskId} = ${tasks.id} and ${isCopyAt('source')} and ${isCopyAt('target')}
    and ${hasStartRow(tasks, table.place)}), '[]')`

interface Saved {
  taskId: number
  cells: readonly RejectedCell[]
}

/** Saves rejected cells for the next run, replacing earlier ones. */
export async function saveRejectedCells(tx: Orm, { taskId, cells }: Saved): Promise<void> {
  if (cells.length === 0) {
    await tx.delete(table).where(eq(table.taskId, taskId))
    return
  }
  const ofTask = tx.select({ place }).from(tasks).where(eq(tasks.id, taskId))
  const row = { place: sql`(${ofTask})`, cells }
  await tx
    .insert(table)
    .values({ taskId, ...row })
    .onConflictDoUpdate({ target: table.taskId, set: row })
}
