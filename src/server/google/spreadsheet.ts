import type { sheets_v4 } from '@googleapis/sheets'
import type { Area } from '#domain/copy/area.ts'

/** A tab with cells. Its title may change, its `sheetId` does not. */
export interface Tab {
  sheetId: number
  title: string
  rowCount: number
  columnCount: number
  isHidden: boolean
}

export interface Spreadsheet {
  id: string
  title: string
  /** In the order shown in Google Sheets. */
  tabs: Tab[]
  /** Titles of tabs that hold a chart or a data source instead of cells. */
  otherTabs: string[]
  /** Set if only the tab that was asked for is listed. */
  isPartial?: true
}

export const TAB_FIELDS = 'properties(sheetId,title,index,sheetType,hidden,gridProperties(rowCount,columnCount))'

/** All the metadata that a copy needs, and no cells. */
export const SPREADSHEET_FIELDS = `spreadsheetId,properties.title,sheets.${TAB_FIELDS}`

export function toSpreadsheet(id: string, body: sheets_v4.Schema$Spreadsheet): Spreadsheet {
  const spreadsheet: Spreadsheet = { id, title: body.properties?.title ?? id, tabs: [], otherTabs: [] }
  for (const { properties } of body.sheets ?? []) {
    const { sheetId, title, sheetType, hidden, gridProperties } = properties ?? {}
    if (typeof title !== 'string' || typeof sheetId !== 'number') continue
    const { rowCount, columnCount } = gridProperties ?? {}
    const isGrid = !sheetType || sheetType === 'GRID'
    if (!isGrid || !rowCount || !columnCount) spreadsheet.otherTabs.push(title)
    else spreadsheet.tabs.push({ sheetId, title, rowCount, columnCount, isHidden: hidden === true })
  }
  return spreadsheet
}

/** No tab is larger. https://support.google.com/drive/answer/37603 */
const MAX_ROWS = 10_000_000
export const MAX_COLUMNS = 18_278

/** A range as the API has it: counted from 0, without the end, and without the sides on which it is open. */
export function toArea(range: sheets_v4.Schema$GridRange): Area {
  return {
    firstRow: (range.startRowIndex ?? 0) + 1,
    firstColumn: (range.startColumnIndex ?? 0) + 1,
    lastRow: range.endRowIndex ?? MAX_ROWS,
    lastColumn: range.endColumnIndex ?? MAX_COLUMNS,
  }
}

/** A table whose columns may have types. https://developers.google.com/workspace/sheets/api/guides/tables */
export interface Table {
  area: Area
  /** Columns of the tab, counted from 1, whose type decides on the format. */
  typedColumns: number[]
}

export function toTable({ range = {}, columnProperties = [] }: sheets_v4.Schema$Table): Table {
  const area = toArea(range)
  const typed = columnProperties.filter(({ columnType }) => columnType && columnType !== 'COLUMN_TYPE_UNSPECIFIED')
  return { area, typedColumns: typed.map(({ columnIndex }) => area.firstColumn + (columnIndex ?? 0)) }
}

/** How messages name a spreadsheet, in the middle of a sentence. */
export function spreadsheetName({ id, title }: { id: string; title: string }): string {
  return `the spreadsheet "${title}" (${id})`
}
