import { shiftRows } from './grid-rows.ts'
import type { Store } from './open-store.ts'
import { resizeSheet } from './resize-sheet.ts'
import type { Sheet } from './sheets.ts'

/** Adds empty rows before row `start`, moving that row and all below it down. */
export function insertRows(store: Store, sheet: Sheet, span: { start: number; count: number }): Sheet {
  const grown = resizeSheet(store, sheet, { rowCount: sheet.rowCount + span.count })
  shiftRows(store, sheet.gridId, { start: span.start, by: span.count })
  return grown
}
