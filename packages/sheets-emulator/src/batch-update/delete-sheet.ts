import { requireUnnamed } from '../formulas/keep-references.ts'
import { invalidArgument } from '../google-error.ts'
import { int32, message } from '../messages/proto-fields.ts'
import { listSheets, removeSheet, reorderSheets } from '../store/sheets.ts'
import { mayEdit, protectedCell } from '../values/editor.ts'
import { requestKind } from './request-kind.ts'
import { requireSheet } from './require-sheet.ts'

const schema = message('DeleteSheetRequest', { sheetId: int32() })

export const deleteSheet = requestKind(schema, (context, { sheetId }) => {
  const { store, spreadsheetId } = context
  const sheet = requireSheet(context, sheetId)
  if (sheet.features.protectedRanges.some((range) => !mayEdit(context, range))) throw protectedCell()
  const others = listSheets(store, spreadsheetId).filter((other) => other.gridId !== sheet.gridId)
  if (others.length === 0) throw invalidArgument("You can't remove all the sheets in a document.")
  if (others.every((other) => other.look.hidden)) {
    throw invalidArgument("You can't remove all the visible sheets in a document.")
  }
  requireUnnamed(store, { sheet, change: 'delete' })
  removeSheet(store, sheet.gridId)
  reorderSheets(store, others)
  return {}
})
