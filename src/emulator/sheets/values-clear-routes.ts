import { z } from 'zod'
import { prefixRefusals } from '../google-error.ts'
import { param, type Route } from '../http/route.ts'
import { list, message, parseMessage } from '../messages/proto-fields.ts'
import type { Store } from '../store/open-store.ts'
import { listSheets, type Sheet } from '../store/sheets.ts'
import { formatRange } from '../values/a1.ts'
import { clearValues } from '../values/clear-values.ts'
import { clampToGrid, resolveRange } from '../values/resolve-range.ts'
import { changeSpreadsheet } from './spreadsheet-access.ts'
import { valuesPath } from './value-parameters.ts'

export const clearRange: Route = {
  operation: 'values.clear',
  reply: 'clearValues',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${valuesPath}/(?<range>[^/]+):clear$`),
  query: [],
  answer: (provider, call) => {
    parseMessage(z.strictObject({}), { body: call.body })
    return changeSpreadsheet({ provider, id: param(call, 'spreadsheetId') }, (id) => {
      const clearedRange = clearText(provider.store, {
        sheets: listSheets(provider.store, id),
        text: param(call, 'range'),
      })
      return { spreadsheetId: id, clearedRange }
    })
  },
}

const batchClearBody = message('BatchClearValuesRequest', { ranges: list(z.string({ error: 'TYPE_STRING' })) })

export const batchClear: Route = {
  operation: 'values.batchClear',
  reply: 'batchClearValues',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${valuesPath}:batchClear$`),
  query: [],
  answer: (provider, call) => {
    const { ranges = [] } = parseMessage(batchClearBody, { body: call.body })
    return changeSpreadsheet({ provider, id: param(call, 'spreadsheetId') }, (id) => {
      const sheets = listSheets(provider.store, id)
      const clearedRanges = ranges.map((range, index) =>
        prefixRefusals(`Invalid range[${index}]: `, () => clearText(provider.store, { sheets, text: range })),
      )
      return { spreadsheetId: id, ...(clearedRanges.length > 0 && { clearedRanges }) }
    })
  },
}

/** Clears what an A1 text means and answers it in canonical form. */
function clearText(store: Store, { sheets, text }: { sheets: readonly Sheet[]; text: string }): string {
  const range = clampToGrid(resolveRange(sheets, text))
  clearValues(store, range)
  return formatRange(range.sheet.title, range.box)
}
