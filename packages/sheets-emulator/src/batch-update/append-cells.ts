import { invalidArgument } from '../google-error.ts'
import { rowDataMessage } from '../messages/cell-data.ts'
import { int32, list, message, text } from '../messages/proto-fields.ts'
import { isFilled } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import { resizeSheet } from '../store/resize-sheet.ts'
import type { Sheet } from '../store/sheets.ts'
import { writeBlock } from './change-cells.ts'
import { requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'
import { requireGrid } from './require-sheet.ts'

const schema = message('AppendCellsRequest', {
  sheetId: int32(),
  rows: list(rowDataMessage),
  fields: text(),
  tableId: text(),
})

/** Writes cells below the last row with a value. The grid grows down, never to the right. */
export const appendCells = requestKind(schema, (context, request) => {
  if (request.tableId) throw invalidArgument('This provider does not append to tables: send the cells below the table.')
  const { store } = context
  const mask = requireMask(request.fields, 'cellData')
  const sheet = requireGrid(context, request.sheetId)
  const rows = (request.rows ?? []).map((row) => row.values ?? [])
  const startRow = firstFreeRow(new GridRows(store, sheet.gridId), sheet)
  const endRow = Math.max(sheet.rowCount, startRow + rows.length)
  const box = { startRow, endRow, startColumn: 0, endColumn: sheet.columnCount }
  resizeSheet(store, { sheet, rowCount: endRow })
  writeBlock(context, { sheet, box }, { rows, mask })
  return {}
})

function firstFreeRow(grid: GridRows, sheet: Sheet): number {
  for (const { row, cells } of grid.readUp({ start: 0, end: sheet.rowCount })) {
    if (cells.some(isFilled)) return row + 1
  }
  return 0
}
