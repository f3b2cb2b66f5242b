import { prefixErrors } from '../google-error.ts'
import { Query } from '../http/query.ts'
import { param, type Route } from '../http/route.ts'
import { flag, list, message, parseMessage, text } from '../messages/proto-fields.ts'
import { listSheets } from '../store/sheets.ts'
import type { WriteResult } from '../values/write-values.ts'
import { changeSpreadsheet } from './spreadsheet-access.ts'
import { updateResponse } from './update-response.ts'
import { entryOptions, responseOptions, responseParameters, valuesPath } from './value-parameters.ts'
import { pathRange, valueRangeMessage, writeValueRange } from './value-range-body.ts'

export const updateValues: Route = {
  operation: 'values.update',
  reply: 'updateValues',
  kind: 'write',
  method: 'PUT',
  path: new RegExp(`${valuesPath}/(?<range>[^/]+)$`),
  query: ['valueInputOption', ...responseParameters],
  handle: (provider, call) => {
    const body = parseMessage(valueRangeMessage, { body: call.body, at: 'data' })
    const options = entryOptions(provider, { valueInput: call.query.text('valueInputOption'), account: call.account })
    const response = responseOptions(call.query)
    const { store } = provider
    const target = { provider, call, id: param(call, 'spreadsheetId') }
    return changeSpreadsheet(target, {
      change: (id) => {
        const rangeText = pathRange(call, body)
        return writeValueRange(store, { sheets: listSheets(store, id), rangeText, body, at: 'data', options })
      },
      reply: (result, spreadsheetId) => updateResponse(store, { spreadsheetId, result, body, response }),
    })
  },
}

const batchUpdateBody = message('BatchUpdateValuesRequest', {
  valueInputOption: text(),
  data: list(valueRangeMessage),
  includeValuesInResponse: flag(),
  responseValueRenderOption: text(),
  responseDateTimeRenderOption: text(),
})

export const batchUpdateValues: Route = {
  operation: 'values.batchUpdate',
  reply: 'batchUpdateValues',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${valuesPath}:batchUpdate$`),
  query: [],
  handle: (provider, call) => {
    const body = parseMessage(batchUpdateBody, { body: call.body })
    const options = entryOptions(provider, { valueInput: body.valueInputOption, account: call.account })
    const response = responseOptions(Query.of(body))
    const { store } = provider
    const data = body.data ?? []
    const target = { provider, call, id: param(call, 'spreadsheetId') }
    return changeSpreadsheet(target, {
      change: (id) => {
        const sheets = listSheets(store, id)
        return data.map((sent, index) =>
          prefixErrors(`Invalid data[${index}]: `, () =>
            writeValueRange(store, { sheets, rangeText: sent.range ?? '', body: sent, at: `data[${index}]`, options }),
          ),
        )
      },
      reply: (results, spreadsheetId) => {
        const responses = results.map((result, index) =>
          updateResponse(store, { spreadsheetId, result, body: data[index] ?? {}, response }),
        )
        return { spreadsheetId, ...totals(results), ...(responses.length > 0 && { responses }) }
      },
    })
  },
}

function totals(results: readonly WriteResult[]): object {
  const sum = (count: (result: WriteResult) => number): number =>
    results.reduce((total, result) => total + count(result), 0)
  const touchedSheets = results.filter((result) => result.updatedCells > 0).map(({ written }) => written.sheet.sheetId)
  const touchedColumns = new Set(
    results.flatMap(({ written, updatedColumns }) =>
      Array.from(updatedColumns, (column) => `${written.sheet.sheetId}:${column}`),
    ),
  )
  const counts = {
    totalUpdatedRows: sum((result) => result.updatedRows),
    totalUpdatedColumns: touchedColumns.size,
    totalUpdatedCells: sum((result) => result.updatedCells),
    totalUpdatedSheets: new Set(touchedSheets).size,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
