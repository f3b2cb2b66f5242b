import { notKept } from '../google-error.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { asObject } from '../messages/merge-masked.ts'
import { looseMessage, message } from '../messages/proto-fields.ts'
import { type Cell, compact } from '../store/cell.ts'
import { clampToGrid } from '../values/resolve-range.ts'
import { changeCells } from './change-cells.ts'
import { requestKind } from './request-kind.ts'
import { requireGrid } from './require-sheet.ts'

const schema = message('SetDataValidationRequest', {
  range: gridRangeMessage.optional(),
  rule: looseMessage('DataValidationRule'),
})

/** Turns the cells of a range into checkboxes, or back into plain cells. Other rules are refused. */
export const setDataValidation = requestKind(schema, (context, { range = {}, rule }) => {
  const condition = asObject(rule?.['condition'])
  if (rule && (Reflect.get(condition, 'type') !== 'BOOLEAN' || Reflect.has(condition, 'values')))
    throw notKept('data validation but checkboxes')
  const target = clampToGrid(gridRangeOn(requireGrid(context, range.sheetId), range))
  changeCells(context, target, (before) => withCheckbox(before, rule !== undefined))
  return {}
})

function withCheckbox(before: Cell = {}, isCheckbox: boolean): Cell | undefined {
  const { isCheckbox: _was, ...cell } = before
  return compact(isCheckbox ? { ...cell, isCheckbox } : cell)
}
