import { invalidArgument } from '../google-error.ts'
import { mergeCell, rowDataMessage } from '../messages/cell-data.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { int32, list, message, text } from '../messages/proto-fields.ts'
import { GridRows } from '../store/grid-rows.ts'
import { clampToGrid, type GridRange } from '../values/resolve-range.ts'
import { refuseOverflow } from './refuse-overflow.ts'
import { type BatchContext, requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'
import { requireGrid } from './require-sheet.ts'

const gridCoordinate = message('GridCoordinate', { sheetId: int32(), rowIndex: int32(), columnIndex: int32() })

const schema = message('UpdateCellsRequest', {
  rows: list(rowDataMessage),
  fields: text(),
  start: gridCoordinate.optional(),
  range: gridRangeMessage.optional(),
})

/** Writes the masked fields of the sent cells. With a range, cells of it that were not sent lose those fields. */
export const updateCells = requestKind(schema, (context, request) => {
  const mask = requireMask(request.fields, 'cellData')
  const rows = (request.rows ?? []).map((row) => row.values ?? [])
  const { sheet, box } = targetOf(context, request)
  const fillsRange = request.range !== undefined
  refuseOverflow(rows, box)
  const endRow = fillsRange ? box.endRow : box.startRow + rows.length
  const grid = new GridRows(context.store, sheet.gridId)
  for (let row = box.startRow; row < endRow; row += 1) {
    const sent = rows[row - box.startRow] ?? []
    const cells = grid.at(row)
    const width = fillsRange ? box.endColumn - box.startColumn : sent.length
    for (let offset = 0; offset < width; offset += 1) {
      const column = box.startColumn + offset
      cells[column] = mergeCell(cells[column], { sent: sent[offset] ?? {}, mask })
    }
    grid.put(row, cells)
  }
  return {}
})

interface Target {
  start?: { sheetId?: number | undefined; rowIndex?: number | undefined; columnIndex?: number | undefined } | undefined
  range?: Parameters<typeof gridRangeOn>[1] | undefined
}

function targetOf(context: BatchContext, { start, range }: Target): GridRange {
  if (range) return clampToGrid(gridRangeOn(requireGrid(context, range.sheetId), range))
  if (!start) throw invalidArgument('Either start or range must be set.')
  const { sheetId, rowIndex, columnIndex } = start
  const sheet = requireGrid(context, sheetId)
  return clampToGrid(gridRangeOn(sheet, { startRowIndex: rowIndex, startColumnIndex: columnIndex }))
}
