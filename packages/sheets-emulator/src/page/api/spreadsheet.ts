import { queryOptions } from '@tanstack/react-query'
import { requestJson } from './request.ts'

/** A visible tab. `sheetId` stays the same when the title changes. */
export interface Tab {
  sheetId: number
  title: string
  rowCount: number
  columnCount: number
}

export interface Spreadsheet {
  id: string
  title: string
  tabs: Tab[]
}

interface SheetProperties {
  sheetId?: number
  title: string
  hidden?: boolean
  sheetType?: string
  gridProperties?: { rowCount: number; columnCount: number }
}

interface SpreadsheetReply {
  spreadsheetId: string
  properties: { title: string }
  sheets: { properties: SheetProperties }[]
}

type ChangeRequest =
  | { addSheet: { properties: Partial<SheetProperties> } }
  | { updateSheetProperties: { properties: Partial<SheetProperties>; fields: string } }
  | { appendDimension: { sheetId: number; dimension: 'ROWS'; length: number } }
  | {
      updateDimensionProperties: {
        range: { sheetId: number; dimension: 'ROWS'; startIndex: number; endIndex: number }
        properties: { hiddenByUser: boolean }
        fields: string
      }
    }
  | { updateSpreadsheetProperties: { properties: { title: string }; fields: string } }

/** Replies in the order of the requests; most are empty. */
export interface ChangeReply {
  replies: { addSheet?: { properties: SheetProperties } }[]
}

const FIELDS = 'spreadsheetId,properties.title,sheets.properties(sheetId,title,hidden,sheetType,gridProperties)'

/** The title and the visible tabs in order. Polled for changes by other users. */
export function spreadsheetQuery(id: string) {
  return queryOptions({
    queryKey: ['spreadsheet', id],
    queryFn: async ({ signal }) => {
      const path = `/v4/spreadsheets/${encodeURIComponent(id)}?fields=${encodeURIComponent(FIELDS)}`
      return toSpreadsheet(await requestJson<SpreadsheetReply>(path, { signal }))
    },
    refetchInterval: 5_000,
  })
}

/** Creates a spreadsheet with one tab of the given size, or of the provider's default size. */
export async function createSpreadsheet(title: string, grid?: { rowCount: number; columnCount: number }) {
  const sheets = grid && [{ properties: { title: 'Sheet1', gridProperties: grid } }]
  const body = { properties: { title }, ...(sheets && { sheets }) }
  return toSpreadsheet(await requestJson<SpreadsheetReply>('/v4/spreadsheets', { method: 'POST', body }))
}

/** Applies all of the requests or none. */
export function changeSpreadsheet(id: string, requests: ChangeRequest[]) {
  const path = `/v4/spreadsheets/${encodeURIComponent(id)}:batchUpdate`
  return requestJson<ChangeReply>(path, { method: 'POST', body: { requests } })
}

function toSpreadsheet(reply: SpreadsheetReply): Spreadsheet {
  const tabs = reply.sheets.flatMap(({ properties: { sheetId = 0, title, hidden, sheetType, gridProperties } }) =>
    hidden || sheetType !== 'GRID' || !gridProperties ? [] : [{ sheetId, title, ...gridProperties }],
  )
  return { id: reply.spreadsheetId, title: reply.properties.title, tabs }
}
