import { type Cell, isSameCell } from './cell.ts'
import type { Conversion } from './conversion.ts'

/** Maximum cells a task remembers. */
export const MAX_REJECTED_CELLS = 2_000

/** A cell of the target that does not hold the value written to it. Row and column count from 1. */
export interface DifferingCell {
  row: number
  column: number
  sent: Cell
  kept: Cell
}

/** A cell whose format or validation rejected the value. Writing the same value again would change nothing. */
export interface RejectedCell extends DifferingCell {
  conversion: Conversion
}

interface RowsToSettle {
  /** Row number of the first row in both, counted from 1. */
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: Cell[][]
}

/** Looks up cells known to reject their values. */
export class RejectedCells {
  readonly #byRow: ReadonlyMap<number, readonly RejectedCell[]>

  constructor(cells: readonly RejectedCell[]) {
    this.#byRow = Map.groupBy(cells, ({ row }) => row)
  }

  /**
   * Updates the target's rows to the sent values, so they are not written again; returns the cells with the same values as
   * before.
   */
  settle({ firstRow, source, target }: RowsToSettle): RejectedCell[] {
    if (this.#byRow.size === 0) return []
    const settled: RejectedCell[] = []
    for (const [down, targetRow] of target.entries()) {
      for (const cell of this.#byRow.get(firstRow + down) ?? []) {
        const at = cell.column - 1
        if (!isSameCell(source[down]?.[at], cell.sent) || !isSameCell(targetRow[at], cell.kept)) continue
        while (targetRow.length < at) targetRow.push(null)
        targetRow[at] = cell.sent
        settled.push(cell)
      }
    }
    return settled
  }
}
