import { cellDataMessage, mergeCell } from '../messages/cell-data.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { message, text } from '../messages/proto-fields.ts'
import { GridRows } from '../store/grid-rows.ts'
import { clampToGrid } from '../values/resolve-range.ts'
import { requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'
import { requireGrid } from './require-sheet.ts'

const schema = message('RepeatCellRequest', {
  range: gridRangeMessage.optional(),
  cell: cellDataMessage.optional(),
  fields: text(),
})

/** Writes the masked fields of one cell into every cell of a range; a formula is repeated as it stands. */
export const repeatCell = requestKind(schema, (context, { range = {}, cell = {}, fields }) => {
  const mask = requireMask(fields, 'cellData')
  const { sheet, box } = clampToGrid(gridRangeOn(requireGrid(context, range.sheetId), range))
  const grid = new GridRows(context.store, sheet.gridId)
  for (let row = box.startRow; row < box.endRow; row += 1) {
    const cells = grid.at(row)
    for (let column = box.startColumn; column < box.endColumn; column += 1) {
      cells[column] = mergeCell(cells[column], { sent: cell, mask })
    }
    grid.put(row, cells)
  }
  return {}
})
