import type { Area } from './area.ts'

/** A tab with cells. Its title may change, its `sheetId` does not. */
export interface Tab {
  sheetId: number
  title: string
  rowCount: number
  columnCount: number
  isHidden: boolean
  /** Version of its rows after the last move by a run; absent before the first. */
  rowsVersion?: string
}

export interface Spreadsheet {
  id: string
  title: string
  /** Locale of its numbers and dates, e.g. `de_DE`. */
  locale: string
  /** In the order shown in Google Sheets. */
  tabs: Tab[]
  /** Titles of tabs with a chart or a data source instead of cells. */
  otherTabs: string[]
  /** Set if only the requested tab is listed. */
  isPartial?: true
}

/** A table. Its columns may have types. https://developers.google.com/workspace/sheets/api/guides/tables */
export interface Table {
  tableId: string
  name: string
  area: Area
  /** Columns of the tab, counted from 1, with a type that decides on the format. */
  typedColumns: number[]
}

/** Maximum rows and columns of any tab. https://support.google.com/drive/answer/37603 */
export const MAX_ROWS = 10_000_000
export const MAX_COLUMNS = 18_278

interface File {
  id: string
  title?: string
  end?: 'source' | 'target' | 'list'
}

/** The facts messages need to name a spreadsheet. */
export function pickFileFacts({ id, title, end }: File): File {
  return { id, ...(title !== undefined && { title }), ...(end !== undefined && { end }) }
}
