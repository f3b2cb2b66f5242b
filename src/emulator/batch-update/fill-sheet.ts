import { z } from 'zod'
import { rowDataMessage } from '../messages/cell-data.ts'
import { gridRangeOn } from '../messages/grid-range.ts'
import { int32, list, message } from '../messages/proto-fields.ts'
import type { Store } from '../store/open-store.ts'
import type { Sheet } from '../store/sheets.ts'
import { clampToGrid } from '../values/resolve-range.ts'
import { writeBlock } from './change-cells.ts'

/** A block of cells for a new tab. The sizes of rows and columns are accepted and ignored. */
export const gridDataMessage = message('GridData', {
  startRow: int32(),
  startColumn: int32(),
  rowData: list(rowDataMessage),
  rowMetadata: list(z.unknown()),
  columnMetadata: list(z.unknown()),
})

type GridDataBody = z.infer<typeof gridDataMessage>

/** Writes a block of cells to a new tab. @throws GoogleError when it does not fit in the grid. */
export function fillSheet(store: Store, { sheet, grid }: { sheet: Sheet; grid: GridDataBody }): void {
  const target = clampToGrid(gridRangeOn(sheet, { startRowIndex: grid.startRow, startColumnIndex: grid.startColumn }))
  writeBlock(store, target, { rows: (grid.rowData ?? []).map((row) => row.values ?? []), mask: 'all' })
}
