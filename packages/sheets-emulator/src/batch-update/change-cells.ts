import { invalidArgument } from '../google-error.ts'
import { mergeCell, type SentCell } from '../messages/cell-data.ts'
import type { FieldMask } from '../messages/field-mask.ts'
import type { BoundedBox } from '../store/box.ts'
import type { Cell } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import { droppedIfCovered, type Editor, requireUnprotected } from '../values/editor.ts'
import type { GridRange } from '../values/resolve-range.ts'
import { requireUntyped, setsNumberFormat } from './typed-columns.ts'

/** Computes the new content of a cell. `row` and `column` count from the first cell of the range. */
type CellChange = (before: Cell | undefined, row: number, column: number) => Cell | undefined

/**
 * Replaces each cell of a range with the result of `change`.
 * @throws GoogleError when a cell is protected from the caller.
 */
export function changeCells(editor: Editor, { sheet, box }: GridRange, change: CellChange): void {
  requireUnprotected(editor, { sheet, box })
  const grid = new GridRows(editor.store, sheet.gridId)
  for (let row = box.startRow; row < box.endRow; row += 1) {
    const cells = grid.at(row)
    for (let column = box.startColumn; column < box.endColumn; column += 1) {
      const changed = change(cells[column], row - box.startRow, column - box.startColumn)
      cells[column] = droppedIfCovered(changed, { sheet, row, column })
    }
    grid.put(row, cells)
  }
}

interface CellBlock {
  rows: readonly (readonly SentCell[])[]
  mask: FieldMask
}

/**
 * Writes the masked fields of a block of cells, starting at the first cell of the range. Leaves the other cells alone.
 * @throws GoogleError when the block does not fit in the range.
 */
export function writeBlock(editor: Editor, range: GridRange, { rows, mask }: CellBlock): void {
  checkOverflow(rows, range.box)
  const { startRow, startColumn } = range.box
  for (const [index, sent] of rows.entries()) {
    const row = startRow + index
    const box = { startRow: row, endRow: row + 1, startColumn, endColumn: startColumn + sent.length }
    if (setsNumberFormat(mask, sent)) requireUntyped({ ...range, box }, 'numberFormat')
    changeCells(editor, { ...range, box }, (before, _row, column) =>
      mergeCell(before, { sent: sent[column] ?? {}, mask }),
    )
  }
}

/** Checks the size of a block placed at the first cell of the box. @throws GoogleError when the cells do not fit. */
export function checkOverflow(rows: readonly (readonly SentCell[])[], box: BoundedBox): void {
  if (box.startRow + rows.length > box.endRow) {
    throw invalidArgument(`Attempting to write row: ${box.endRow}, beyond the last requested row of: ${box.endRow - 1}`)
  }
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (box.startColumn + width > box.endColumn) {
    throw invalidArgument(
      `Attempting to write column: ${box.endColumn}, beyond the last requested column of: ${box.endColumn - 1}`,
    )
  }
}
