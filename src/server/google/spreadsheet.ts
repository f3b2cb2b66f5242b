import type { sheets_v4 } from '@googleapis/sheets'

/** A tab with cells. Its title may change, its `sheetId` does not. */
export interface Tab {
  sheetId: number
  title: string
  rowCount: number
  columnCount: number
}

export interface Spreadsheet {
  id: string
  title: string
  /** In their order on the screen. */
  tabs: Tab[]
  /** Tabs that hold a chart or a data source instead of cells. */
  otherTabs: string[]
}

/** Everything a copy needs to know, and no cell. */
export const SPREADSHEET_FIELDS =
  'spreadsheetId,properties.title,sheets.properties(sheetId,title,index,sheetType,gridProperties(rowCount,columnCount))'

export function toSpreadsheet(id: string, body: sheets_v4.Schema$Spreadsheet): Spreadsheet {
  const spreadsheet: Spreadsheet = { id, title: body.properties?.title ?? id, tabs: [], otherTabs: [] }
  for (const { properties } of body.sheets ?? []) {
    const { sheetId, title, gridProperties } = properties ?? {}
    if (typeof title !== 'string' || typeof sheetId !== 'number') continue
    const { rowCount, columnCount } = gridProperties ?? {}
    if (rowCount && columnCount) spreadsheet.tabs.push({ sheetId, title, rowCount, columnCount })
    else spreadsheet.otherTabs.push(title)
  }
  return spreadsheet
}

/** How a spreadsheet is called in a sentence. */
export function spreadsheetName({ id, title }: { id: string; title: string }): string {
  return `the spreadsheet "${title}" (${id})`
}
