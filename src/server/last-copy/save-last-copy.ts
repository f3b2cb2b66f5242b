import type { LastCopy } from '#engine/last-copy/last-copy.ts'
import type { Orm } from '#server/storage/database.ts'
import { saveBaseline } from './baselines.ts'
import { saveRejectedCells } from './rejected-cells.ts'

interface SavedCopy {
  taskId: number
  runId: number
  /** State before the run. */
  last: LastCopy
  /** State after the run. Unchanged parts are the same objects as in `last`. */
  left: LastCopy
  wasAccepted: boolean
  now: Date
}

/** Saves the changed parts of the state after a copy. */
export async function saveLastCopy(tx: Orm, { last, left, taskId, ...copy }: SavedCopy): Promise<void> {
  if (left.rejected !== last.rejected) await saveRejectedCells(tx, { taskId, cells: left.rejected })
  const { baseline } = left
  // Save the measures of this pass. A second pass is measured against the first, and only the first against the copy before the
  // run.
  const measures = left.measures.findLast((measured) => !last.measures.includes(measured))
  if (baseline && measures) await saveBaseline(tx, { taskId, baseline, measures, ...copy })
}
