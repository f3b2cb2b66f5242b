import { copyTitle } from '../batch-update/duplicate-sheet.ts'
import { invalidArgument, notFound } from '../google-error.ts'
import { param, type Route } from '../http/route.ts'
import { message, parseMessage, text } from '../messages/proto-fields.ts'
import { sheetProperties } from '../messages/spreadsheet-resource.ts'
import { checkSize } from '../store/resize-sheet.ts'
import { copySheet, listSheets, unusedSheetId } from '../store/sheets.ts'
import { changeSpreadsheet, requireSpreadsheet } from './spreadsheet-access.ts'

const body = message('CopySheetToAnotherSpreadsheetRequest', { destinationSpreadsheetId: text() })

/** Copies a tab with its cells and formats, and adds the copy as the last tab of a spreadsheet. */
export const copySheetTo: Route = {
  operation: 'sheets.copyTo',
  reply: 'sheetProperties',
  kind: 'write',
  method: 'POST',
  path: /^\/v4\/spreadsheets\/(?<spreadsheetId>[^/:]+)\/sheets\/(?<sheetId>\d+):copyTo$/,
  query: [],
  handle: (provider, call) => {
    const { destinationSpreadsheetId } = parseMessage(body, { body: call.body })
    if (!destinationSpreadsheetId) throw notFound()
    const { store } = provider
    const { id } = requireSpreadsheet(store, param(call, 'spreadsheetId'))
    const sheetId = Number(param(call, 'sheetId'))
    const source = listSheets(store, id).find((sheet) => sheet.sheetId === sheetId)
    if (!source) throw invalidArgument(`No sheet with id: ${sheetId}`)
    call.requireWrite(destinationSpreadsheetId)
    const target = { provider, call, id: destinationSpreadsheetId }
    return changeSpreadsheet(target, {
      change: (spreadsheetId) => {
        const sheets = listSheets(store, spreadsheetId)
        const { rowCount, columnCount } = source
        checkSize(store, { spreadsheetId, rowCount, columnCount })
        const title = copyTitle(sheets, source.title)
        const copy = { spreadsheetId, sheetId: unusedSheetId(sheets), title, index: sheets.length }
        return copySheet(store, { source, copy })
      },
      reply: (copy) => sheetProperties(copy),
    })
  },
}
