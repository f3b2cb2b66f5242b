/** Facts about a task that was previewed. */
export interface Previewed {
  /** Whether the preview failed, so a run would fail too. */
  isFailed: boolean
  /** A guard would hold it. */
  isHeld: boolean
  /** Target cells edited since the last run a run would overwrite. */
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
 * Sorts previews, the most surprising first: what would fail, what a guard would hold, what overwrites edits, what removes
 * the largest part of the target's rows, what changes the largest part of its cells, and then what has remarks.
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
