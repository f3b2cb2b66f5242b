import { z } from 'zod'
import { list, message, parseMessage } from '../messages/proto-fields.ts'
import type { Store } from '../store/open-store.ts'
import { listSheets } from '../store/sheets.ts'
import { formatRange } from '../values/a1.ts'
import { clearValues } from '../values/clear-values.ts'
import { clampToGrid, resolveRange } from '../values/resolve-range.ts'
import { param, type Route } from './route.ts'
import { changeSpreadsheet } from './spreadsheet-access.ts'
import { valuesPath } from './value-parameters.ts'

export const clearRange: Route = {
  operation: 'values.clear',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${valuesPath}/(?<range>[^/]+):clear$`),
  query: [],
  answer: (provider, call) => {
    parseMessage(z.strictObject({}), call.body)
    return changeSpreadsheet(provider, param(call, 'spreadsheetId'), (id) => {
      const [clearedRange] = clearAll(provider.store, id, [param(call, 'range')])
      return { spreadsheetId: id, clearedRange }
    })
  },
}

const batchClearBody = message('BatchClearValuesRequest', { ranges: list(z.string({ error: 'TYPE_STRING' })) })

export const batchClear: Route = {
  operation: 'values.batchClear',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${valuesPath}:batchClear$`),
  query: [],
  answer: (provider, call) => {
    const { ranges = [] } = parseMessage(batchClearBody, call.body)
    return changeSpreadsheet(provider, param(call, 'spreadsheetId'), (id) => {
      const clearedRanges = clearAll(provider.store, id, ranges)
      return { spreadsheetId: id, ...(clearedRanges.length > 0 && { clearedRanges }) }
    })
  },
}

function clearAll(store: Store, id: string, ranges: readonly string[]): string[] {
  const sheets = listSheets(store, id)
  return ranges.map((text) => {
    const range = clampToGrid(resolveRange(sheets, text))
    clearValues(store, range)
    return formatRange(range.sheet.title, range.box)
  })
}
