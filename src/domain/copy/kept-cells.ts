import { type Cell, isSameCell } from './cell.ts'
import type { Conversion } from './conversion.ts'

/** Maximum cells a task remembers. */
export const MAX_KEPT_CELLS = 2_000

/** A cell of the target that does not hold the value written to it. Row and column count from 1. */
export interface DifferingCell {
  row: number
  column: number
  sent: Cell
  kept: Cell
}

/** Cell rejected because of its format or validation: writing the same value again would change nothing. */
export interface KeptCell extends DifferingCell {
  conversion: Conversion
}

interface RowsToSettle {
  /** Row number of the first row in both, counted from 1. */
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: Cell[][]
}

/** Looks up cells the target is known to keep as they are. */
export class KeptCells {
  readonly #byRow: ReadonlyMap<number, readonly KeptCell[]>

  constructor(cells: readonly KeptCell[]) {
    this.#byRow = Map.groupBy(cells, ({ row }) => row)
  }

  /**
   * Updates the target's rows to the sent values, so they are not written again; returns the cells with the same values as
   * before.
   */
  settle({ firstRow, source, target }: RowsToSettle): KeptCell[] {
    if (this.#byRow.size === 0) return []
    const settled: KeptCell[] = []
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
