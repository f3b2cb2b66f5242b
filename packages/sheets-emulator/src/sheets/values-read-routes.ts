import { param, type Route } from '../http/route.ts'
import { listSheets } from '../store/sheets.ts'
import { readValues } from '../values/read-values.ts'
import { clampToGrid, resolveRange } from '../values/resolve-range.ts'
import { requireSpreadsheet } from './spreadsheet-access.ts'
import { readOptions, readParameters, valuesPath } from './value-parameters.ts'

export const getValues: Route = {
  operation: 'values.get',
  reply: 'valueRange',
  kind: 'read',
  method: 'GET',
  path: new RegExp(`${valuesPath}/(?<range>[^/]+)$`),
  query: readParameters,
  handle: ({ store, errorWords }, call) => {
    const { id } = requireSpreadsheet(store, param(call, 'spreadsheetId'))
    const range = clampToGrid(resolveRange(listSheets(store, id), param(call, 'range')))
    return readValues(store, { range, errorWords, ...readOptions(call.query) })
  },
}

export const batchGetValues: Route = {
  operation: 'values.batchGet',
  reply: 'valueRanges',
  kind: 'read',
  method: 'GET',
  path: new RegExp(`${valuesPath}:batchGet$`),
  query: ['ranges', ...readParameters],
  handle: ({ store, errorWords }, call) => {
    const { id } = requireSpreadsheet(store, param(call, 'spreadsheetId'))
    const sheets = listSheets(store, id)
    const ranges = call.query.list('ranges').map((range) => clampToGrid(resolveRange(sheets, range)))
    const options = { errorWords, ...readOptions(call.query) }
    const valueRanges = ranges.map((range) => readValues(store, { range, ...options }))
    return { spreadsheetId: id, ...(valueRanges.length > 0 && { valueRanges }) }
  },
}
