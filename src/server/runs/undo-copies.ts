import type { Baseline } from '#domain/guards/baseline.ts'
import { undoBaselines } from '#server/last-copy/baselines.ts'
import type { Orm } from '#server/storage/database.ts'
import { undoRows } from './appends.ts'
import { readUndoneRuns } from './undone-runs.ts'

/**
 * Forgets the copies that an undo reverted, and remembers the copies that it restored. Returns the state after the last copy
 * that still counts; null if there is none.
 */
export async function undoCopies(tx: Orm, undo: Parameters<typeof readUndoneRuns>[1]): Promise<Baseline | null> {
  const undone = { taskId: undo.taskId, ...(await readUndoneRuns(tx, undo)) }
  await undoRows(tx, undone)
  return await undoBaselines(tx, undone)
}
