import { invalidArgument } from '../google-error.ts'
import { mergeCell, rowDataMessage } from '../messages/cell-data.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { int32, list, message, text } from '../messages/proto-fields.ts'
import { clampToGrid, type GridRange } from '../values/resolve-range.ts'
import { changeCells, checkOverflow, writeBlock } from './change-cells.ts'
import { type BatchContext, requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'
import { requireGrid } from './require-sheet.ts'
import { requireUntyped, setsNumberFormat } from './typed-columns.ts'

const gridCoordinate = message('GridCoordinate', { sheetId: int32(), rowIndex: int32(), columnIndex: int32() })

const schema = message('UpdateCellsRequest', {
  rows: list(rowDataMessage),
  fields: text(),
  start: gridCoordinate.optional(),
  range: gridRangeMessage.optional(),
})

/** Writes the masked fields of the sent cells. A request with a range also clears those fields in its other cells. */
export const updateCells = requestKind(schema, (context, request) => {
  const mask = requireMask(request.fields, 'cellData')
  const rows = (request.rows ?? []).map((row) => row.values ?? [])
  const target = findTarget(context, request)
  if (request.range) {
    checkOverflow(rows, target.box)
    if (setsNumberFormat(mask, rows.flat())) requireUntyped(target, 'numberFormat')
    changeCells(context, target, (before, row, column) => mergeCell(before, { sent: rows[row]?.[column] ?? {}, mask }))
  } else {
    writeBlock(context, target, { rows, mask })
  }
  return {}
})

interface Target {
  start?: { sheetId?: number | undefined; rowIndex?: number | undefined; columnIndex?: number | undefined } | undefined
  range?: Parameters<typeof gridRangeOn>[1] | undefined
}

function findTarget(context: BatchContext, { start, range }: Target): GridRange {
  if (range) return clampToGrid(gridRangeOn(requireGrid(context, range.sheetId), range))
  if (!start) throw invalidArgument('Either start or range must be set.')
  const { sheetId, rowIndex, columnIndex } = start
  const sheet = requireGrid(context, sheetId)
  return clampToGrid(gridRangeOn(sheet, { startRowIndex: rowIndex, startColumnIndex: columnIndex }))
}
