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
  /** In the order shown in Google Sheets. */
  tabs: Tab[]
  /** Titles of tabs that hold a chart or a data source instead of cells. */
  otherTabs: string[]
}

/** All the metadata that a copy needs, and no cells. */
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

/** How messages name a spreadsheet, in the middle of a sentence. */
export function spreadsheetName({ id, title }: { id: string; title: string }): string {
  return `the spreadsheet "${title}" (${id})`
}
