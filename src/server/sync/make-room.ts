import { explainFailure } from '#server/google/explain-failure.ts'
import type { ChangeRequest, NumberFormat, SheetsClient } from '#server/google/sheets-client.ts'
import { spreadsheetName, type Tab } from '#server/google/spreadsheet.ts'
import type { Target } from './resolve.ts'

/** https://support.google.com/drive/answer/37603 */
const MOST_CELLS = 10_000_000

export interface Room {
  rows: number
  columns: number
  /** First row of the region to copy. */
  startRow: number
  sourceFormats: readonly (NumberFormat | undefined)[]
  targetFormats: readonly (NumberFormat | undefined)[]
}

interface RoomOptions {
  target: Target
  room: Room
}

/**
 * Makes the target tab, or lets it grow, and gives its columns the number formats they lack: all in one request, or in
 * none when nothing is missing.
 * @throws ProviderError cell_limit, before anything is changed
 */
export async function makeRoom(client: SheetsClient, { target, room }: RoomOptions): Promise<void> {
  refuseTooManyCells(target, room)
  // Chosen by us, it tells at a second look whether the new tab was made.
  const sheetId = target.tab?.sheetId ?? client.newSheetId()
  await client.change({
    spreadsheet: target.spreadsheet,
    plan: (now) => {
      const tab = now.tabs.find((candidate) => candidate.sheetId === sheetId)
      return [
        ...(tab ? growth(tab, room) : [addTab(sheetId, target.tabTitle, room)]),
        ...formats(sheetId, target, room),
      ]
    },
  })
}

function refuseTooManyCells({ spreadsheet, tab }: Target, { rows, columns }: Room): void {
  const size = { rowCount: Math.max(rows, tab?.rowCount ?? 1), columnCount: Math.max(columns, tab?.columnCount ?? 1) }
  const others = spreadsheet.tabs.filter((other) => other.sheetId !== tab?.sheetId)
  if (cellsOf([...others, size]) <= Math.max(MOST_CELLS, cellsOf(spreadsheet.tabs))) return
  throw explainFailure({ reason: 'cell_limit', about: { file: spreadsheetName(spreadsheet), kind: 'write' } })
}

function cellsOf(tabs: readonly Pick<Tab, 'rowCount' | 'columnCount'>[]): number {
  return tabs.reduce((sum, tab) => sum + tab.rowCount * tab.columnCount, 0)
}

function addTab(sheetId: number, title: string, { rows, columns }: Room): ChangeRequest {
  const gridProperties = { rowCount: Math.max(rows, 1), columnCount: Math.max(columns, 1) }
  return { addSheet: { properties: { sheetId, title, gridProperties } } }
}

/** Appends, instead of setting a size: a size would cut off what someone else added in the meantime. */
function growth({ sheetId, rowCount, columnCount }: Tab, { rows, columns }: Room): ChangeRequest[] {
  const missing = [
    { dimension: 'ROWS', length: rows - rowCount },
    { dimension: 'COLUMNS', length: columns - columnCount },
  ]
  return missing.filter(({ length }) => length > 0).map((more) => ({ appendDimension: { sheetId, ...more } }))
}

/** Columns without a format take the source's; rows below the old grid take their column's. */
function formats(sheetId: number, { tab }: Target, room: Room): ChangeRequest[] {
  const requests: ChangeRequest[] = []
  for (let at = 0; at < room.columns; at += 1) {
    const own = room.targetFormats[at]
    const numberFormat = own ?? room.sourceFormats[at]
    const firstRow = own ? (tab?.rowCount ?? 0) + 1 : room.startRow
    if (!numberFormat || firstRow > Math.max(room.rows, tab?.rowCount ?? 0)) continue
    const range = { sheetId, startRowIndex: firstRow - 1, startColumnIndex: at, endColumnIndex: at + 1 }
    const cell = { userEnteredFormat: { numberFormat } }
    requests.push({ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } })
  }
  return requests
}
