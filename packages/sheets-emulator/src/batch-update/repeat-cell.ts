import { copiedFormula } from '../formulas/references.ts'
import { cellDataMessage, mergeCell } from '../messages/cell-data.ts'
import { maskIncludes } from '../messages/field-mask.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { message, text } from '../messages/proto-fields.ts'
import { clampToGrid } from '../values/resolve-range.ts'
import { changeCells } from './change-cells.ts'
import { requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'
import { requireGrid } from './require-sheet.ts'
import { requireUntyped, setsNumberFormat } from './typed-columns.ts'

const schema = message('RepeatCellRequest', {
  range: gridRangeMessage.optional(),
  cell: cellDataMessage.optional(),
  fields: text(),
})

/** Writes the masked fields of a cell to every cell of a range. References of a formula are relative to the first cell. */
export const repeatCell = requestKind(schema, (context, { range = {}, cell = {}, fields }) => {
  const mask = requireMask(fields, 'cellData')
  const target = clampToGrid(gridRangeOn(requireGrid(context, range.sheetId), range))
  if (setsNumberFormat(mask, [cell])) requireUntyped(target, 'numberFormat')
  const formula = maskIncludes(mask, 'userEnteredValue') ? cell.userEnteredValue?.formulaValue : undefined
  changeCells(context, target, (before, rows, columns) => {
    const merged = mergeCell(before, { sent: cell, mask })
    return formula === undefined ? merged : { ...merged, formula: copiedFormula(formula, { rows, columns }) }
  })
  return {}
})
