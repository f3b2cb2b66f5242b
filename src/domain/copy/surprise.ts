/** Facts about a previewed task. */
export interface Previewed {
  /** Whether the preview failed, so a run would fail too. */
  isFailed: boolean
  /** Whether a guard would hold a run. */
  isHeld: boolean
  /** Target cells edited since the last run that a run would overwrite. */
  editedCells: number
  /** Data rows of the source. */
  sourceRows: number
  rowsRemoved: number
  /** Share, from 0 to 1, of changed cells among the cells a run would leave filled or clear. */
  changedShare: number
  /** Whether the copy creates or enlarges the target tab, copies new columns or error cells, or meets an obstacle. */
  hasRemarks: boolean
}

/**
 * Sorts previews, the most surprising first: runs that would fail, runs a guard would hold, overwritten edits, the largest
 * removed part of the target's rows, the largest changed part of its cells, and then remarks.
 */
export function bySurprise(one: Previewed, other: Previewed): number {
  for (const measure of measures) {
    const difference = measure(other) - measure(one)
    if (difference !== 0) return difference
  }
  return 0
}

const measures: readonly ((previewed: Previewed) => number)[] = [
  ({ isFailed }) => Number(isFailed),
  ({ isHeld }) => Number(isHeld),
  ({ editedCells }) => editedCells,
  ({ rowsRemoved, sourceRows }) => rowsRemoved / Math.max(rowsRemoved + sourceRows, 1),
  ({ changedShare }) => changedShare,
  ({ hasRemarks }) => Number(hasRemarks),
]
