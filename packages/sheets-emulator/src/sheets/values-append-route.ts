import { param, type Route } from '../http/route.ts'
import { parseMessage } from '../messages/proto-fields.ts'
import { listSheets } from '../store/sheets.ts'
import { clampToGrid, resolveRange } from '../values/resolve-range.ts'
import { insertDataOptions } from '../values/value-options.ts'
import { appendValues } from './append-values.ts'
import { changeSpreadsheet } from './spreadsheet-access.ts'
import { updateResponse } from './update-response.ts'
import { entryOptions, responseOptions, responseParameters, valuesPath } from './value-parameters.ts'
import { pathRange, readTable, valueRangeMessage } from './value-range-body.ts'

export const appendToTable: Route = {
  operation: 'values.append',
  reply: 'appendValues',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${valuesPath}/(?<range>[^/]+):append$`),
  query: ['valueInputOption', 'insertDataOption', ...responseParameters],
  handle: (provider, call) => {
    const body = parseMessage(valueRangeMessage, { body: call.body, at: 'data' })
    const options = entryOptions(provider, { valueInput: call.query.text('valueInputOption'), account: call.account })
    const insertDataOption = call.query.choice('insertDataOption', {
      typeName: 'AppendValuesRequest.InsertDataOption',
      values: insertDataOptions,
      fallback: 'OVERWRITE',
    })
    const response = responseOptions(call.query)
    const { store } = provider
    const target = { provider, call, id: param(call, 'spreadsheetId') }
    return changeSpreadsheet(target, {
      change: (id) => {
        const range = clampToGrid(resolveRange(listSheets(store, id), pathRange(call, body)))
        return appendValues(store, { range, values: readTable(body, 'data'), insertDataOption, options })
      },
      reply: ({ tableRange, result }, spreadsheetId) => ({
        spreadsheetId,
        ...(tableRange && { tableRange }),
        updates: updateResponse(store, { spreadsheetId, result, body, response }),
      }),
    })
  },
}
