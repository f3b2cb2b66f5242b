import { a1Range } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Spreadsheet, Tab } from '#server/google/spreadsheet.ts'

export interface Window {
  firstRow: number
  lastRow: number
}

export interface RowsRead {
  /** From the window's first row on, without trailing empty rows and cells. */
  rows: Cell[][]
  /** Size of the response. */
  bytes: number
}

export interface RowsRequest {
  spreadsheet: Spreadsheet
  /** If undefined, there are no rows. */
  tab: Tab | undefined
  window: Window
  lastColumn: number
}

const NO_ROWS: RowsRead = { rows: [], bytes: 0 }

/** Reads the part of the window inside the tab's grid; the API rejects a range outside of it. */
export async function readRows(
  client: SheetsClient,
  { spreadsheet, tab, window, lastColumn }: RowsRequest,
): Promise<RowsRead> {
  if (!tab || window.firstRow > Math.min(window.lastRow, tab.rowCount)) return NO_ROWS
  const range = a1Range({
    tab: tab.title,
    firstRow: window.firstRow,
    firstColumn: 1,
    lastRow: Math.min(window.lastRow, tab.rowCount),
    lastColumn: Math.min(lastColumn, tab.columnCount),
  })
  return await client.getValues({ spreadsheet, range })
}
