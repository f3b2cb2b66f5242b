import type { CellBeside } from '#domain/beside/remarks.ts'
import type { RemovedCell, RemovedRow } from '#domain/beside/row-steps.ts'
import { type Entered, isEmptyEntry } from '#domain/copy/entered.ts'

interface RowCells {
  /** Cells of the region, preceded by placeholders for the unknown cells to its left. */
  copied: readonly Entered[]
  beside: readonly (CellBeside & { column: number })[]
  isBeside(column: number): boolean
  /** Last column in which empty cells are kept too, because cells of another row move there. */
  emptyUpTo: number
}

/** Builds the record of a row about to be removed. */
export function removedRow(row: number, { copied, beside, isBeside, emptyUpTo }: RowCells): RemovedRow {
  const cells = new Map<number, RemovedCell>()
  for (let column = 1; column <= emptyUpTo; column += 1) cells.set(column, { column, entered: null, note: '' })
  for (const [at, entered] of copied.entries()) {
    const column = at + 1
    if (!isBeside(column) && !isEmptyEntry(entered)) cells.set(column, { column, entered, note: '' })
  }
  for (const { column, entered = null, note } of beside)
    if (!isEmptyEntry(entered) || note !== '') cells.set(column, { column, entered, note })
  return { row, cells: [...cells.values()] }
}
