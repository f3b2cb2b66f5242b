import { invalidArgument } from '../google-error.ts'
import { param, type Route } from '../http/route.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { flag, list, looseMessage, message, parseMessage, text } from '../messages/proto-fields.ts'
import { spreadsheetResource } from '../messages/spreadsheet-resource.ts'
import { listSheets } from '../store/sheets.ts'
import { resolveRange, type SheetRange } from '../values/resolve-range.ts'
import { requireSpreadsheet } from './spreadsheet-access.ts'
import { buildView, requestsCells } from './spreadsheet-routes.ts'

const body = message('GetSpreadsheetByDataFilterRequest', {
  dataFilters: list(
    message('DataFilter', {
      a1Range: text(),
      gridRange: gridRangeMessage.optional(),
      developerMetadataLookup: looseMessage('DeveloperMetadataLookup'),
    }),
  ),
  includeGridData: flag(),
  excludeTablesInBandedRanges: flag(),
})

export const getByDataFilter: Route = {
  operation: 'spreadsheets.getByDataFilter',
  reply: 'spreadsheet',
  kind: 'read',
  method: 'POST',
  path: /^\/v4\/spreadsheets\/(?<spreadsheetId>[^/:]+):getByDataFilter$/,
  query: [],
  handle: ({ store }, call) => {
    const { dataFilters = [], includeGridData = false } = parseMessage(body, { body: call.body })
    const spreadsheet = requireSpreadsheet(store, param(call, 'spreadsheetId'))
    const sheets = listSheets(store, spreadsheet.id)
    const ranges = dataFilters.map(({ a1Range, gridRange }): SheetRange => {
      if (a1Range !== undefined) return resolveRange(sheets, a1Range)
      const sheet = sheets.find((candidate) => candidate.sheetId === (gridRange?.sheetId ?? 0))
      if (!gridRange || !sheet) throw invalidArgument(`No grid with id: ${gridRange?.sheetId ?? 0}`)
      return gridRangeOn(sheet, gridRange)
    })
    const includesGridData = requestsCells(call, includeGridData)
    return spreadsheetResource(store, { ...buildView(call, spreadsheet), includesGridData, ranges })
  },
}
