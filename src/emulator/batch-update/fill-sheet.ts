import { z } from 'zod'
import { mergeCell, rowDataMessage } from '../messages/cell-data.ts'
import { gridRangeOn } from '../messages/grid-range.ts'
import { int32, list, message } from '../messages/proto-fields.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import type { Sheet } from '../store/sheets.ts'
import { clampToGrid } from '../values/resolve-range.ts'
import { refuseOverflow } from './refuse-overflow.ts'

/** A block of cells that comes with a new tab; sizes of rows and columns are read and left aside. */
export const gridDataMessage = message('GridData', {
  startRow: int32(),
  startColumn: int32(),
  rowData: list(rowDataMessage),
  rowMetadata: list(z.unknown()),
  columnMetadata: list(z.unknown()),
})

type SentGrid = z.infer<typeof gridDataMessage>

/** Writes a block of cells from its first one on. @throws GoogleError when it reaches past the grid. */
export function fillSheet(store: Store, { sheet, grid }: { sheet: Sheet; grid: SentGrid }): void {
  const { box } = clampToGrid(gridRangeOn(sheet, { startRowIndex: grid.startRow, startColumnIndex: grid.startColumn }))
  const rows = (grid.rowData ?? []).map((row) => row.values ?? [])
  refuseOverflow(rows, box)
  const gridRows = new GridRows(store, sheet.gridId)
  for (const [offset, sent] of rows.entries()) {
    const row = box.startRow + offset
    const cells = gridRows.at(row)
    for (const [index, cell] of sent.entries()) {
      const column = box.startColumn + index
      cells[column] = mergeCell(cells[column], { sent: cell, mask: 'all' })
    }
    gridRows.put(row, cells)
  }
}
