import type { TabRange } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { RowsText } from '#domain/copy/rows-text.ts'
import type { Spreadsheet, Tab } from '#domain/copy/spreadsheet.ts'
import { StaleMemory, throwIfGone } from '#engine/tabs/copy-memory.ts'
import type { Workbook } from '#engine/workbook.ts'

export interface Window {
  firstRow: number
  lastRow: number
}

type ValuesRead = Awaited<ReturnType<Workbook['readValues']>>

/** Rows from the window's first row on. `bytes` excludes the row above. */
export interface RowsRead extends Omit<ValuesRead, 'inGrid'> {
  /** The row above the window, if it was read too. */
  rowAbove?: Cell[] | undefined
}

export interface RowsRequest {
  spreadsheet: Spreadsheet
  /** If undefined, there are no rows. */
  tab: Tab | undefined
  window: Window
  lastColumn: number
  /** Cells to the left of this column count as empty. */
  firstColumn?: number | undefined
  /** Tab title in the task, if the tab's size comes from the last run; empty for the first visible tab. */
  rememberedAs?: string | undefined
  /** Reads formulas instead of their results. */
  asEntered?: boolean
  /** Also asks which rows are hidden. */
  asksHidden?: boolean | undefined
  /** Rows of the grid for which the response also gives sizes. */
  samples?: readonly Window[] | undefined
  /** Also reads the row above the window. It must be the last row of an earlier window. */
  repeatsRow?: boolean | undefined
}

const noRows = (): RowsRead => ({ rows: [], text: new RowsText('[]'), bytes: 0 })

/** Reads the part of the window inside the tab's grid; the API rejects a range outside of it. */
export async function readRows(workbook: Workbook, request: RowsRequest): Promise<RowsRead> {
  const { tab, window, rememberedAs, repeatsRow = false, firstColumn = 1 } = request
  if (!tab || window.firstRow > Math.min(window.lastRow, tab.rowCount)) return noRows()
  if (firstColumn > Math.min(tab.columnCount, request.lastColumn)) return noRows()
  const firstRow = repeatsRow ? window.firstRow - 1 : window.firstRow
  const place = { ...request, tab, window: { ...window, firstRow } }
  const read =
    rememberedAs === undefined
      ? await readKnown(workbook, place)
      : await readRemembered(workbook, { ...place, rememberedAs })
  const rows = repeatsRow ? takeRowAbove(read) : read
  return firstColumn === 1 ? rows : withoutLeft(rows, firstColumn)
}

/** Adds empty cells to the left of rows that were read from `firstColumn` on. */
function withoutLeft({ rows, bytes, rowAbove }: RowsRead, firstColumn: number): RowsRead {
  const placed = (row: readonly Cell[]) => [...Array<null>(firstColumn - 1).fill(null), ...row]
  return { rows: rows.map(placed), text: undefined, bytes, ...(rowAbove && { rowAbove: placed(rowAbove) }) }
}

/** Separates the row above the window from the rows of the window. */
function takeRowAbove(read: RowsRead): RowsRead {
  const { text, hidden } = read
  const rowAbove = text?.rowAt(0)
  // A text split within its first row cannot be shortened.
  if (!text || !rowAbove) {
    const [first = [], ...rows] = read.rows
    return { rows, text: undefined, bytes: read.bytes - jsonBytes(first), rowAbove: first, hidden }
  }
  const below = text.withoutFirst()
  let rows: Cell[][] | undefined
  return {
    get rows() {
      rows ??= JSON.parse(below.json) as Cell[][]
      return rows
    },
    text: below,
    bytes: read.bytes - jsonBytes(rowAbove),
    rowAbove,
    hidden,
  }
}

interface PlacedRequest extends RowsRequest {
  tab: Tab
}

async function readKnown(workbook: Workbook, request: PlacedRequest): Promise<RowsRead> {
  const { spreadsheet, tab, window, lastColumn, firstColumn = 1, asEntered = false, asksHidden, samples } = request
  const range = {
    tab: tab.title,
    firstRow: window.firstRow,
    firstColumn,
    lastRow: Math.min(window.lastRow, tab.rowCount),
    lastColumn: Math.min(lastColumn, tab.columnCount),
  }
  return await workbook.readValues({ spreadsheet, range, asEntered, asksHidden, samples })
}

/**
 * Reads rows of a tab that may have grown or shrunk since the last run: reads past its last row, and checks where the
 * provider says the grid ends.
 * @throws StaleMemory if the tab is not as remembered
 */
async function readRemembered(
  workbook: Workbook,
  request: PlacedRequest & { rememberedAs: string },
): Promise<RowsRead> {
  const { spreadsheet, tab, window, lastColumn, firstColumn = 1, rememberedAs, asEntered = false, asksHidden } = request
  const { firstRow } = window
  const lastRow = window.lastRow === tab.rowCount ? window.lastRow + 1 : window.lastRow
  // An additional column shows whether columns were added.
  const isWhole = lastColumn >= tab.columnCount
  const end = { lastRow, lastColumn: isWhole ? tab.columnCount + 1 : lastColumn }
  const range = { tab: rememberedAs === '' ? undefined : tab.title, firstRow, firstColumn, ...end }
  const read = await workbook.readValues({ spreadsheet, range, asEntered, asksHidden }).catch(throwIfGone)
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
