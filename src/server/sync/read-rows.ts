import { a1Range, quotedTab, type TabRange } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { RowsText } from '#domain/copy/rows-text.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Spreadsheet, Tab } from '#server/google/spreadsheet.ts'
import { StaleMemory, throwIfGone } from './copy-memory.ts'

export interface Window {
  firstRow: number
  lastRow: number
}

export interface RowsRead {
  /** From the window's first row on, without trailing empty rows and cells. */
  readonly rows: Cell[][]
  /** The same rows as they were received, if they were. */
  text: RowsText | undefined
  /** Size of the response. */
  bytes: number
}

export interface RowsRequest {
  spreadsheet: Spreadsheet
  /** If undefined, there are no rows. */
  tab: Tab | undefined
  window: Window
  lastColumn: number
  /** Set if the tab's size is that of the last run: the title that the task names, empty for the first visible tab. */
  rememberedAs?: string | undefined
  /** Formulas instead of their results. */
  asEntered?: boolean
}

const noRows = (): RowsRead => ({ rows: [], text: new RowsText('[]'), bytes: 0 })

/** Reads the part of the window inside the tab's grid; the API rejects a range outside of it. */
export async function readRows(client: SheetsClient, request: RowsRequest): Promise<RowsRead> {
  const { spreadsheet, tab, window, lastColumn, rememberedAs, asEntered = false } = request
  if (tab && rememberedAs !== undefined) return await readRemembered(client, { ...request, tab, rememberedAs })
  if (!tab || window.firstRow > Math.min(window.lastRow, tab.rowCount)) return noRows()
  const range = a1Range({
    tab: tab.title,
    firstRow: window.firstRow,
    firstColumn: 1,
    lastRow: Math.min(window.lastRow, tab.rowCount),
    lastColumn: Math.min(lastColumn, tab.columnCount),
  })
  return await client.getValues({ spreadsheet, range, asEntered })
}

/**
 * Reads rows of a tab that may have grown or shrunk since the last run: reads past its last row, and checks where the
 * provider says that the grid ends.
 * @throws StaleMemory if it is not as remembered
 */
async function readRemembered(
  client: SheetsClient,
  request: RowsRequest & { tab: Tab; rememberedAs: string },
): Promise<RowsRead> {
  const { spreadsheet, tab, window, lastColumn, rememberedAs, asEntered = false } = request
  const { firstRow } = window
  if (firstRow > tab.rowCount || firstRow > window.lastRow) return noRows()
  const lastRow = window.lastRow === tab.rowCount ? window.lastRow + 1 : window.lastRow
  // One column more than there was shows that columns were added.
  const isWhole = lastColumn >= tab.columnCount
  const end = { lastRow, lastColumn: isWhole ? tab.columnCount + 1 : lastColumn }
  const quoted = a1Range({ tab: tab.title, firstRow, firstColumn: 1, ...end })
  const range = rememberedAs === '' ? quoted.slice(quotedTab(tab.title).length + 1) : quoted
  const read = await client.getValues({ spreadsheet, range, asEntered }).catch(throwIfGone)
  const { inGrid } = read
  const isSameTab = inGrid?.tab === tab.title && inGrid.lastColumn === Math.min(lastColumn, tab.columnCount)
  const hasRowsAsExpected = lastRow <= tab.rowCount ? inGrid?.lastRow === lastRow : hasEnd(inGrid, { tab, lastRow })
  if (!isSameTab || !hasRowsAsExpected) throw new StaleMemory()
  if (lastRow > tab.rowCount) tab.rowCount = inGrid.lastRow
  return read
}

/** Whether the grid ends inside the range, and no earlier than at the last run. */
function hasEnd(inGrid: TabRange | undefined, { tab, lastRow }: { tab: Tab; lastRow: number }): boolean {
  return inGrid !== undefined && inGrid.lastRow >= tab.rowCount && inGrid.lastRow < lastRow
}
