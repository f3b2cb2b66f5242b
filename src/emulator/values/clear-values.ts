import { withoutValue } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import type { GridRange } from './resolve-range.ts'

/** Empties the cells of a range; formats and notes stay. */
export function clearValues(store: Store, { sheet, box }: GridRange): void {
  new GridRows(store, sheet.gridId).rewrite({ start: box.startRow, end: box.endRow }, (cells) =>
    cells.map((cell, column) => (column >= box.startColumn && column < box.endColumn ? withoutValue(cell) : cell)),
  )
}
