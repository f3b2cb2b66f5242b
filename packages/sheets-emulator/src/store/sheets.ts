import { randomInt } from 'node:crypto'
import { GridRows } from './grid-rows.ts'
import type { Store } from './open-store.ts'
import { copyFeatures, noFeatures, type SheetFeatures } from './sheet-features.ts'

const MAX_SHEET_ID = 2_147_483_647

/** Display properties of a tab, which do not affect its cells. */
export interface SheetLook {
  hidden?: boolean
  rightToLeft?: boolean
  tabColor?: object
  tabColorStyle?: object
  gridProperties?: GridLook
}

export interface GridLook {
  frozenRowCount?: number
  frozenColumnCount?: number
  hideGridlines?: boolean
  rowGroupControlAfter?: boolean
  columnGroupControlAfter?: boolean
}

/** Type of a tab. Only a grid has cells. */
export type SheetType = 'GRID' | 'OBJECT' | 'DATA_SOURCE'

/** A tab. `gridId` is the store's own key for its cells; `index` is its position among the tabs. */
export interface Sheet {
  gridId: number
  spreadsheetId: string
  sheetId: number
  title: string
  index: number
  rowCount: number
  columnCount: number
  look: SheetLook
  type: SheetType
  features: SheetFeatures
  /** Whether the tab may have computed cells or their results. */
  hasFormulas: boolean
}

type NewSheet = Omit<Sheet, 'gridId' | 'hasFormulas'>

/** The tabs of a spreadsheet from left to right. */
export function listSheets(store: Store, spreadsheetId: string): Sheet[] {
  const records = store.statement('SELECT * FROM sheets WHERE spreadsheet_id = ? ORDER BY position').all(spreadsheetId)
  return records.map((record, index) => ({
    gridId: Number(record['grid_id']),
    spreadsheetId,
    sheetId: Number(record['sheet_id']),
    title: String(record['title']),
    index,
    rowCount: Number(record['row_count']),
    columnCount: Number(record['column_count']),
    look: JSON.parse(String(record['look'])),
    type: toSheetType(record['type']),
    features: { ...noFeatures, ...JSON.parse(String(record['features'])) },
    hasFormulas: record['has_formulas'] === 1,
  }))
}

function toSheetType(type: unknown): SheetType {
  return type === 'OBJECT' || type === 'DATA_SOURCE' ? type : 'GRID'
}

/** Inserts a tab at `index`, or at the end when there are fewer tabs. */
export function insertSheet(store: Store, sheet: NewSheet): Sheet {
  const others = listSheets(store, sheet.spreadsheetId)
  const result = store
    .statement(
      'INSERT INTO sheets (spreadsheet_id, sheet_id, title, position, row_count, column_count, look, type, features) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(
      sheet.spreadsheetId,
      sheet.sheetId,
      sheet.title,
      -1,
      sheet.rowCount,
      sheet.columnCount,
      JSON.stringify(sheet.look),
      sheet.type,
      JSON.stringify(sheet.features),
    )
  const index = Math.min(sheet.index, others.length)
  const added = { ...sheet, index, gridId: Number(result.lastInsertRowid), hasFormulas: false }
  reorderSheets(store, others.toSpliced(index, 0, added))
  return added
}

export function saveSheet(store: Store, sheet: Sheet): void {
  store
    .statement('UPDATE sheets SET title = ?, row_count = ?, column_count = ?, look = ?, features = ? WHERE grid_id = ?')
    .run(
      sheet.title,
      sheet.rowCount,
      sheet.columnCount,
      JSON.stringify(sheet.look),
      JSON.stringify(sheet.features),
      sheet.gridId,
    )
}

export function removeSheet(store: Store, gridId: number): void {
  store.statement('DELETE FROM sheets WHERE grid_id = ?').run(gridId)
}

/** Saves the order of the tabs. */
export function reorderSheets(store: Store, sheets: readonly Sheet[]): void {
  const update = store.statement('UPDATE sheets SET position = ? WHERE grid_id = ?')
  for (const [position, sheet] of sheets.entries()) update.run(position, sheet.gridId)
}

type CopyPlace = Pick<Sheet, 'spreadsheetId' | 'sheetId' | 'title' | 'index'>

/** Inserts a tab with everything in `source`, possibly from another spreadsheet. */
export function copySheet(store: Store, { source, copy }: { source: Sheet; copy: CopyPlace }): Sheet {
  const tables = listSheets(store, copy.spreadsheetId).flatMap((sheet) => sheet.features.tables)
  const features = copyFeatures(source.features, { takenNames: tables.map((table) => table.name) })
  const added = insertSheet(store, { ...source, ...copy, features })
  new GridRows(store, added.gridId).copyFrom(source.gridId)
  return added
}

/** A random sheet ID no tab uses. */
export function unusedSheetId(sheets: readonly Sheet[]): number {
  const taken = new Set(sheets.map((sheet) => sheet.sheetId))
  let sheetId = randomInt(1, MAX_SHEET_ID)
  while (taken.has(sheetId)) sheetId = randomInt(1, MAX_SHEET_ID)
  return sheetId
}

/** Finds a tab by its title. Like Google, ignores case when no title matches exactly. */
export function findSheetByTitle(sheets: readonly Sheet[], title: string): Sheet | undefined {
  const lowered = title.toLowerCase()
  return sheets.find((sheet) => sheet.title === title) ?? sheets.find((sheet) => sheet.title.toLowerCase() === lowered)
}
