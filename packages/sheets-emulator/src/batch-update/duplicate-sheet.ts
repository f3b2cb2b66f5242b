import { int32, message, text } from '../messages/proto-fields.ts'
import { sheetProperties } from '../messages/spreadsheet-resource.ts'
import { checkSize } from '../store/resize-sheet.ts'
import { copySheet, findSheetByTitle, listSheets, type Sheet, unusedSheetId } from '../store/sheets.ts'
import { checkUnique } from './add-sheet.ts'
import { requestKind } from './request-kind.ts'
import { requireSheet } from './require-sheet.ts'

const schema = message('DuplicateSheetRequest', {
  sourceSheetId: int32(),
  insertSheetIndex: int32(),
  newSheetId: int32(),
  newSheetName: text(),
})

export const duplicateSheet = requestKind(schema, (context, request) => {
  const { store, spreadsheetId } = context
  const source = requireSheet(context, request.sourceSheetId)
  const sheets = listSheets(store, spreadsheetId)
  const title = request.newSheetName || copyTitle(sheets, source.title)
  const sheetId = request.newSheetId || unusedSheetId(sheets)
  checkUnique(sheets, { title, sheetId })
  const { rowCount, columnCount } = source
  checkSize(store, { spreadsheetId, rowCount, columnCount })
  const index = Math.max(0, request.insertSheetIndex ?? 0)
  const copy = copySheet(store, { source, copy: { spreadsheetId, sheetId, title, index } })
  return { duplicateSheet: { properties: sheetProperties(copy) } }
})

/** Finds an unused title: 'Copy of Budget', then 'Copy of Budget 1'. */
export function copyTitle(sheets: readonly Sheet[], title: string): string {
  const base = `Copy of ${title}`
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? base : `${base} ${number}`
    if (!findSheetByTitle(sheets, candidate)) return candidate
  }
}
