import { GridRows } from './grid-rows.ts'
import type { Store } from './open-store.ts'
import { resizeSheet } from './resize-sheet.ts'
import { shiftFeatures } from './sheet-features.ts'
import { type Sheet, saveSheet } from './sheets.ts'

/** Inserts empty rows before row `start`, and moves this row and all rows below it down. */
export function insertRows(
  store: Store,
  { sheet, start, count }: { sheet: Sheet; start: number; count: number },
): Sheet {
  const grown = resizeSheet(store, { sheet, rowCount: sheet.rowCount + count })
  new GridRows(store, sheet.gridId).shift({ start, by: count })
  const moved = { ...grown, features: shiftFeatures(grown.features, { isRows: true, at: start, count }) }
  saveSheet(store, moved)
  return moved
}
