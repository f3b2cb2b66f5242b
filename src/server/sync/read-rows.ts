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
  /** From the window's first row on; trailing empty rows and cells are left out. */
  rows: Cell[][]
  /** Size of the answer. */
  bytes: number
}

interface RowsWanted {
  spreadsheet: Spreadsheet
  /** Undefined reads as a tab without rows. */
  tab: Tab | undefined
  window: Window
  lastColumn: number
}

const NO_ROWS: RowsRead = { rows: [], bytes: 0 }

/** Reads the part of the window that lies inside the tab's grid; outside of it the API refuses to read. */
export async function readRows(client: SheetsClient, { spreadsheet, tab, window, lastColumn }: RowsWanted) {
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
 * Reads rows whose formulas have all finished; rows that still load are read again.
 * @throws ProviderError still_loading
 */
export async function readFinishedRows(client: SheetsClient, wanted: RowsWanted): Promise<RowsRead> {
  for (let failures = 1; failures <= MAX_TRIES; failures += 1) {
    const read = await readRows(client, wanted)
    if (!read.rows.some((row) => row.some(isStillLoading))) return read
    if (failures < MAX_TRIES) await client.backOff(failures)
  }
  throw explainFailure({ reason: 'still_loading', about: { file: spreadsheetName(wanted.spreadsheet) } })
}
