import { z } from 'zod'
import { applyRequests, parseRequests } from '../batch-update/apply-requests.ts'
import { fillSheet, gridDataMessage } from '../batch-update/fill-sheet.ts'
import { addNewSheet } from '../batch-update/new-sheet.ts'
import { type Call, type Provider, param, type Route } from '../http/route.ts'
import { maskBelow, maskIncludes } from '../messages/field-mask.ts'
import { sheetPropertiesMessage, spreadsheetPropertiesMessage } from '../messages/property-messages.ts'
import { flag, list, looseMessage, message, parseMessage, text } from '../messages/proto-fields.ts'
import { spreadsheetResource } from '../messages/spreadsheet-resource.ts'
import { listSheets } from '../store/sheets.ts'
import { defaultSpreadsheetProperties, insertSpreadsheet } from '../store/spreadsheets.ts'
import { resolveRange } from '../values/resolve-range.ts'
import { changeSpreadsheet, requireSpreadsheet } from './spreadsheet-access.ts'

const createBody = message('Spreadsheet', {
  spreadsheetId: text(),
  spreadsheetUrl: text(),
  properties: spreadsheetPropertiesMessage.optional(),
  sheets: list(message('Sheet', { properties: sheetPropertiesMessage.optional(), data: list(gridDataMessage) })),
  namedRanges: list(looseMessage('NamedRange')),
})

export const createSpreadsheet: Route = {
  operation: 'spreadsheets.create',
  reply: 'spreadsheet',
  kind: 'write',
  method: 'POST',
  path: /^\/v4\/spreadsheets$/,
  query: [],
  handle: ({ store, now }, call) => {
    const { properties = {}, sheets = [] } = parseMessage(createBody, { body: call.body })
    const defaults = defaultSpreadsheetProperties
    return store.transaction(() => {
      const spreadsheet = insertSpreadsheet(store, {
        title: properties.title || defaults.title,
        locale: properties.locale || defaults.locale,
        timeZone: properties.timeZone || defaults.timeZone,
        autoRecalc: properties.autoRecalc || defaults.autoRecalc,
        at: now(),
      })
      const tabs: typeof sheets = sheets.length > 0 ? sheets : [{}]
      for (const { properties: sent = {}, data = [] } of tabs) {
        const sheet = addNewSheet(store, { spreadsheetId: spreadsheet.id, sent })
        for (const grid of data) fillSheet(store, { sheet, grid })
      }
      return spreadsheetResource(store, { spreadsheet, mask: call.mask, includesGridData: false, ranges: [] })
    })
  },
}

const spreadsheetPath = '^/v4/spreadsheets/(?<spreadsheetId>[^/:]+)'

export const getSpreadsheet: Route = {
  operation: 'spreadsheets.get',
  reply: 'spreadsheet',
  kind: 'read',
  method: 'GET',
  path: new RegExp(`${spreadsheetPath}$`),
  query: ['ranges', 'includeGridData', 'excludeTablesInBandedRanges'],
  handle: ({ store }, call) => {
    const spreadsheet = requireSpreadsheet(store, param(call, 'spreadsheetId'))
    const sheets = listSheets(store, spreadsheet.id)
    const ranges = call.query.list('ranges').map((range) => resolveRange(sheets, range))
    return spreadsheetResource(store, {
      spreadsheet,
      mask: call.mask,
      includesGridData: requestsCells(call, call.query.flag('includeGridData')),
      ranges,
    })
  },
}

/** Whether to include cells: the mask decides, or `includeGridData` when the request has no mask. */
export function requestsCells({ mask, query }: Call, includeGridData: boolean): boolean {
  return query.text('fields') === undefined ? includeGridData : maskIncludes(mask, 'sheets', 'data')
}

const batchUpdateBody = message('BatchUpdateSpreadsheetRequest', {
  requests: list(z.unknown()),
  includeSpreadsheetInResponse: flag(),
  responseRanges: list(z.string({ error: 'TYPE_STRING' })),
  responseIncludeGridData: flag(),
})

export const batchUpdateSpreadsheet: Route = {
  operation: 'spreadsheets.batchUpdate',
  reply: 'batchUpdate',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${spreadsheetPath}:batchUpdate$`),
  query: [],
  handle: (provider, call) => {
    const body = parseMessage(batchUpdateBody, { body: call.body })
    const requests = parseRequests(body.requests ?? [])
    return changeSpreadsheet({ provider, id: param(call, 'spreadsheetId') }, (spreadsheetId) => {
      const replies = applyRequests({ store: provider.store, spreadsheetId }, requests)
      if (!body.includeSpreadsheetInResponse) return { spreadsheetId, replies }
      return { spreadsheetId, replies, updatedSpreadsheet: updatedSpreadsheet(provider, { spreadsheetId, body, call }) }
    })
  },
}

interface UpdatedView {
  spreadsheetId: string
  body: z.infer<typeof batchUpdateBody>
  call: Call
}

function updatedSpreadsheet({ store }: Provider, { spreadsheetId, body, call }: UpdatedView): object {
  const sheets = listSheets(store, spreadsheetId)
  const ranges = (body.responseRanges ?? []).map((range) => resolveRange(sheets, range))
  const mask = maskBelow(call.mask, 'updatedSpreadsheet') ?? new Map()
  const includesGridData = requestsCells({ ...call, mask }, body.responseIncludeGridData ?? false)
  const spreadsheet = requireSpreadsheet(store, spreadsheetId)
  return spreadsheetResource(store, { spreadsheet, mask, includesGridData, ranges })
}
