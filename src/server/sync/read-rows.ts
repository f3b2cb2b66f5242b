import { a1Range } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { isStillLoading } from '#domain/copy/guards.ts'
import { MAX_TRIES } from '#domain/copy/request-retry.ts'
import { explainFailure } from '#server/google/explain-failure.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type Spreadsheet, spreadsheetName, type Tab } from '#server/google/spreadsheet.ts'

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

interface RowsRequest {
  spreadsheet: Spreadsheet
  /** If undefined, there are no rows. */
  tab: Tab | undefined
  window: Window
  lastColumn: number
}

const NO_ROWS: RowsRead = { rows: [], bytes: 0 }

/** Reads the part of the window inside the tab's grid; the API rejects a range outside of it. */
export async function readRows(client: SheetsClient, { spreadsheet, tab, window, lastColumn }: RowsRequest) {
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

/**
 * Reads rows, again and again until all their formulas have finished loading.
 * @throws ProviderError still_loading
 */
export async function readLoadedRows(client: SheetsClient, request: RowsRequest): Promise<RowsRead> {
  for (let failures = 1; failures <= MAX_TRIES; failures += 1) {
    const read = await readRows(client, request)
    if (!read.rows.some((row) => row.some(isStillLoading))) return read
    if (failures < MAX_TRIES) await client.backOff(failures)
  }
  throw explainFailure({ reason: 'still_loading', about: { file: spreadsheetName(request.spreadsheet) } })
}
