import { firstDataRowIn, regionFrom } from '#domain/copy/region.ts'
import type { Baseline, Reached } from '#domain/guards/baseline.ts'
import { countErrorCells } from '#domain/guards/source-profile.ts'
import { type LastCopy, NO_COPY } from './last-copy.ts'
import { isInRegion, type Task } from './place.ts'

/** Records of a task's copies from and to the tabs that it names. */
export interface RecordedCopies extends Pick<LastCopy, 'tabs' | 'baseline' | 'measures' | 'rejected'> {
  /** How far the last copy reached that was not undone, also one from another source into the same tab. */
  readonly reached: Reached | null
}

/**
 * Builds the state that a task's copies left. A task that was pointed elsewhere has forgotten the size of its region; the
 * records of its copies between these tabs have that size.
 */
export function buildLastCopy(task: Task, { reached, ...recorded }: RecordedCopies): LastCopy {
  // The copies of a task that hands rows out left a state for each target.
  if (task.splitBy !== '') return NO_COPY
  const last = findExtent(task, recorded.baseline)
  // Rows of other people are beside those that an append or an update adds.
  const former = task.mode === 'mirror' ? findExtent(task, reached) : undefined
  const extent = {
    rows: task.lastRows ?? undefined,
    errorCells: task.lastErrorCells ?? countLastErrors(recorded.baseline),
    width: task.lastWidth ?? last?.width,
    formerWidth: former?.width,
    filledRow: task.lastFilledRow ?? last?.filledRow,
  }
  return { ...recorded, extent }
}

/** Several sources are judged one by one. */
function countLastErrors(baseline: Baseline | null): number | undefined {
  return baseline && !baseline.sources ? countErrorCells(baseline.profile) : undefined
}

/** How far a copy reached, if it wrote to the region of the task and in its mode. */
function findExtent(task: Task, copied: Reached | null): { width: number; filledRow: number } | undefined {
  if (!copied || (copied.shape?.mode ?? 'mirror') !== task.mode) return undefined
  const { startRow, shape = { region: regionFrom(startRow), lastColumn: copied.width, rows: copied.rows } } = copied
  const { region, lastColumn: width, rows } = shape
  return isInRegion(task, region) ? { width, filledRow: firstDataRowIn(region) - 1 + rows } : undefined
}
