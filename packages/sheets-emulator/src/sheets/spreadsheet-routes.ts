import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { addNewSheet } from '../batch-update/add-sheet.ts'
import { applyRequests, parseRequests } from '../batch-update/apply-requests.ts'
import { writeBlock } from '../batch-update/change-cells.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { notKept } from '../google-error.ts'
import { type Call, type Provider, param, type Route } from '../http/route.ts'
import { rowDataMessage } from '../messages/cell-data.ts'
import { maskBelow, maskIncludes } from '../messages/field-mask.ts'
import { COLUMN_WIDTH_PX, ROW_HEIGHT_PX } from '../messages/grid-data.ts'
import { gridRangeOn } from '../messages/grid-range.ts'
import {
  requireKeptProperties,
  sheetPropertiesMessage,
  spreadsheetPropertiesMessage,
} from '../messages/property-messages.ts'
import { flag, int32, list, looseMessage, message, parseMessage, text } from '../messages/proto-fields.ts'
import { spreadsheetResource } from '../messages/spreadsheet-resource.ts'
import type { Store } from '../store/open-store.ts'
import { listSheets, type Sheet } from '../store/sheets.ts'
import { defaultSpreadsheetProperties, insertSpreadsheet, type Spreadsheet } from '../store/spreadsheets.ts'
import { clampToGrid, requireInGrid, resolveRange } from '../values/resolve-range.ts'
import { changeSpreadsheet, requireSpreadsheet } from './spreadsheet-access.ts'

/** A block of cells for a new tab. */
const gridDataMessage = message('GridData', {
  startRow: int32(),
  startColumn: int32(),
  rowData: list(rowDataMessage),
  rowMetadata: list(z.unknown()),
  columnMetadata: list(z.unknown()),
})

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
    const { properties = {}, sheets = [], namedRanges = [] } = parseMessage(createBody, { body: call.body })
    if (namedRanges.length > 0) throw notKept('namedRanges')
    requireKeptProperties(properties)
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
      recalculate(store, { spreadsheetId: spreadsheet.id, now: now() })
      return spreadsheetResource(store, { ...buildView(call, spreadsheet), includesGridData: false, ranges: [] })
    })
  },
}

/** @throws GoogleError for rows or columns with other properties than in a new tab. */
function requireDefaultSizes({ rowMetadata = [], columnMetadata = [] }: GridDataBody): void {
  const differs = (sent: readonly unknown[], pixelSize: number): boolean =>
    sent.some((metadata) => !isDeepStrictEqual(metadata, { pixelSize }))
  if (differs(rowMetadata, ROW_HEIGHT_PX)) throw notKept('rowMetadata')
  if (differs(columnMetadata, COLUMN_WIDTH_PX)) throw notKept('columnMetadata')
}

type GridDataBody = z.infer<typeof gridDataMessage>

/** Writes a block of cells to a new tab. @throws GoogleError when it does not fit in the grid. */
function fillSheet(store: Store, { sheet, grid }: { sheet: Sheet; grid: GridDataBody }): void {
  requireDefaultSizes(grid)
  const target = clampToGrid(gridRangeOn(sheet, { startRowIndex: grid.startRow, startColumnIndex: grid.startColumn }))
  writeBlock({ store, account: undefined }, target, {
    rows: (grid.rowData ?? []).map((row) => row.values ?? []),
    mask: 'all',
  })
}

const spreadsheetPath = '^/v4/spreadsheets/(?<spreadsheetId>[^/:]+)'

export const getSpreadsheet: Route = {
  operation: 'spreadsheets.get',
  reply: 'spreadsheet',
  kind: 'read',
  method: 'GET',
  path: new RegExp(`${spreadsheetPath}$`),
  query: ['ranges', 'includeGridData', 'excludeTablesInBandedRanges'],
  unsupportedQuery: ['commentsViewMode'],
  handle: ({ store, refusesLongRanges }, call) => {
    const spreadsheet = requireSpreadsheet(store, param(call, 'spreadsheetId'))
    const sheets = listSheets(store, spreadsheet.id)
    const ranges = call.query.list('ranges').map((range) => resolveRange(sheets, range))
    if (refusesLongRanges) for (const range of ranges) requireInGrid(range)
    return spreadsheetResource(store, {
      ...buildView(call, spreadsheet),
      includesGridData: requestsCells(call, call.query.flag('includeGridData')),
      ranges,
    })
  },
}

/** Builds the view of a spreadsheet for a reply, depending on the account. */
export function buildView({ mask, account, formatPageUrl }: Call, spreadsheet: Spreadsheet) {
  return { spreadsheet, mask, account, pageUrl: formatPageUrl(spreadsheet.id) }
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
    const target = { provider, call, id: param(call, 'spreadsheetId') }
    return changeSpreadsheet(target, {
      change: (spreadsheetId) =>
        applyRequests({ store: provider.store, account: call.account, spreadsheetId, now: provider.now() }, requests),
      reply: (replies, spreadsheetId) => {
        if (!body.includeSpreadsheetInResponse) return { spreadsheetId, replies }
        const updated = updatedSpreadsheet(provider, { spreadsheetId, body, call })
        return { spreadsheetId, replies, updatedSpreadsheet: updated }
      },
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
  return spreadsheetResource(store, { ...buildView({ ...call, mask }, spreadsheet), includesGridData, ranges })
}
