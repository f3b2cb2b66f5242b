import { z } from 'zod'
import { prefixErrors } from '../google-error.ts'
import { param, type Route } from '../http/route.ts'
import { list, message, parseMessage } from '../messages/proto-fields.ts'
import { withoutValue } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import { listSheets, type Sheet } from '../store/sheets.ts'
import { formatRange } from '../values/a1.ts'
import { type Editor, requireUnprotected } from '../values/editor.ts'
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
  handle: (provider, call) => {
    parseMessage(z.strictObject({}), { body: call.body })
    const { store } = provider
    const editor = { store, account: call.account }
    const target = { provider, call, id: param(call, 'spreadsheetId') }
    return changeSpreadsheet(target, {
      change: (id) => clearA1Range(editor, { sheets: listSheets(store, id), text: param(call, 'range') }),
      reply: (clearedRange, spreadsheetId) => ({ spreadsheetId, clearedRange }),
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
  handle: (provider, call) => {
    const { ranges = [] } = parseMessage(batchClearBody, { body: call.body })
    const { store } = provider
    const editor = { store, account: call.account }
    const target = { provider, call, id: param(call, 'spreadsheetId') }
    return changeSpreadsheet(target, {
      change: (id) => {
        const sheets = listSheets(store, id)
        return ranges.map((range, index) =>
          prefixErrors(`Invalid range[${index}]: `, () => clearA1Range(editor, { sheets, text: range })),
        )
      },
      reply: (clearedRanges, spreadsheetId) => ({ spreadsheetId, ...(clearedRanges.length > 0 && { clearedRanges }) }),
    })
  },
}

/** Clears the values of a range in A1 notation, keeps formats and notes, and returns the range in canonical form. */
function clearA1Range(editor: Editor, { sheets, text }: { sheets: readonly Sheet[]; text: string }): string {
  const { sheet, box } = clampToGrid(resolveRange(sheets, text))
  requireUnprotected(editor, { sheet, box })
  new GridRows(editor.store, sheet.gridId).rewrite({ start: box.startRow, end: box.endRow }, (cells) =>
    cells.map((cell, column) => (column >= box.startColumn && column < box.endColumn ? withoutValue(cell) : cell)),
  )
  return formatRange(sheet.title, box)
}
