import type { Orm } from '#server/storage/database.ts'
import { saveBaseline } from './baselines.ts'
import { saveKeptCells } from './kept-cells.ts'
import type { LastCopy } from './last-copy.ts'

interface SavedCopy {
  taskId: number
  runId: number
  /** The state before the run. */
  last: LastCopy
  /** The state after it. Parts that have not changed are those of `last`. */
  left: LastCopy
  wasAccepted: boolean
  now: Date
}

/** Saves the parts of the state after a copy that have changed. */
export async function saveLastCopy(tx: Orm, { last, left, taskId, ...copy }: SavedCopy): Promise<void> {
  if (left.rejected !== last.rejected) await saveKeptCells(tx, { taskId, cells: left.rejected })
  const { baseline } = left
  // A second pass of the run compared with the first, which compared with the copy before the run.
  const measures = left.measures.findLast((measured) => !last.measures.includes(measured))
  if (baseline && measures) await saveBaseline(tx, { taskId, baseline, measures, ...copy })
}
