import { firstDataRowIn, regionFrom } from '#domain/copy/region.ts'
import type { Baseline, Reached } from '#domain/guards/baseline.ts'
import { countErrorCells } from '#domain/guards/source-profile.ts'
import { modeTraits, recordedTraits } from '#domain/shape/mode-traits.ts'
import { type LastCopy, NO_COPY } from '#engine/last-copy/last-copy.ts'
import { isInRegion, type Task } from './place.ts'

/** Records of a task's copies between the tabs in its settings. */
export interface RecordedCopies extends Pick<LastCopy, 'tabs' | 'baseline' | 'measures' | 'rejected'> {
  /** Reach of the last copy that was not undone, including copies from another source into the same tab. */
  readonly reached: Reached | null
}

/**
 * Builds the state after a task's last copy. A task pointed elsewhere no longer stores the size of its region. Then the size
 * comes from the records of copies between these tabs.
 */
export function buildLastCopy(task: Task, { reached, ...recorded }: RecordedCopies): LastCopy {
  // A hand-out task has a state for each target instead.
  if (task.splitBy !== '') return NO_COPY
  const last = findExtent(task, recorded.baseline)
  // Ignore former columns of an append or an update, which shares its columns with rows of other people.
  const former = modeTraits[task.mode].keepsEarlierRows ? undefined : findExtent(task, reached)
  const extent = {
    rows: task.lastRows ?? undefined,
    errorCells: task.lastErrorCells ?? countLastErrors(recorded.baseline),
    width: task.lastWidth ?? last?.width,
    formerWidth: former?.width,
    filledRow: task.lastFilledRow ?? last?.filledRow,
  }
  return { ...recorded, extent }
}

/** Counts the error cells of a single source. Several sources are judged one by one. */
function countLastErrors(baseline: Baseline | null): number | undefined {
  return baseline && !baseline.sources ? countErrorCells(baseline.profile) : undefined
}

/** Finds the reach of a copy that wrote to the region of the task in its mode; undefined for any other copy. */
function findExtent(task: Task, copied: Reached | null): { width: number; filledRow: number } | undefined {
  if (!copied || recordedTraits(copied.shape) !== modeTraits[task.mode]) return undefined
  const { startRow, shape = { region: regionFrom(startRow), lastColumn: copied.width, rows: copied.rows } } = copied
  const { region, lastColumn: width, rows } = shape
  return isInRegion(task, region) ? { width, filledRow: firstDataRowIn(region) - 1 + rows } : undefined
}
