import { invalidArgument } from '../google-error.ts'
import { MAX_CELLS_PER_SPREADSHEET, MAX_COLUMNS_PER_SHEET } from '../limits.ts'
import { GridRows } from './grid-rows.ts'
import type { Store } from './open-store.ts'
import { clipFeatures } from './sheet-features.ts'
import { listSheets, type Sheet, saveSheet } from './sheets.ts'

/** Checks a tab's size (no `gridId` for a new tab). @throws GoogleError when it takes the spreadsheet over its limits. */
export function checkSize(
  store: Store,
  sheet: { spreadsheetId: string; gridId?: number; rowCount: number; columnCount: number },
): void {
  if (sheet.columnCount > MAX_COLUMNS_PER_SHEET) {
    throw invalidArgument(
      `This action would increase the number of columns in the sheet above the limit of ${MAX_COLUMNS_PER_SHEET} columns.`,
    )
  }
  const others = listSheets(store, sheet.spreadsheetId).filter((other) => other.gridId !== sheet.gridId)
  const cells = others.reduce((sum, other) => sum + other.rowCount * other.columnCount, 0)
  if (cells + sheet.rowCount * sheet.columnCount > MAX_CELLS_PER_SPREADSHEET) {
    throw invalidArgument(
      `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS_PER_SPREADSHEET} cells.`,
    )
  }
}

interface NewSize {
  sheet: Sheet
  rowCount?: number
  columnCount?: number
}

/**
 * Resizes a tab and drops the cells outside the new grid. Like Google, checks the limit after changing the rows and before
 * changing the columns, so a wide tab cannot become long and narrow in one step.
 */
export function resizeSheet(store: Store, { sheet, ...size }: NewSize): Sheet {
  const { rowCount = sheet.rowCount, columnCount = sheet.columnCount } = size
  if (rowCount === sheet.rowCount && columnCount === sheet.columnCount) return sheet
  if (rowCount > sheet.rowCount) checkSize(store, { ...sheet, rowCount })
  if (columnCount > sheet.columnCount) checkSize(store, { ...sheet, rowCount, columnCount })
  const grid = new GridRows(store, sheet.gridId)
  if (rowCount < sheet.rowCount) grid.delete({ start: rowCount, end: sheet.rowCount })
  if (columnCount < sheet.columnCount) {
    grid.rewrite({ start: 0, end: rowCount }, (cells) => cells.slice(0, columnCount))
  }
  const features = clipFeatures(sheet.features, { rowCount, columnCount })
  const resized = { ...sheet, rowCount, columnCount, features }
  saveSheet(store, resized)
  return resized
}
