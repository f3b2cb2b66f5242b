import { type GoogleError, invalidArgument } from '../google-error.ts'
import { type DimensionMove, moveBox, type Shift } from '../store/box.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { findSheetByTitle, listSheets, type Sheet } from '../store/sheets.ts'
import { formatRange } from '../values/a1.ts'
import { isChanged, isRelative, isShifted, type Reference, references } from './references.ts'

/** @throws GoogleError when rows or columns of a tab cannot be inserted or deleted without a change of a formula. */
export function requireNoneShifted(store: Store, { sheet, shift }: { sheet: Sheet; shift: Shift }): void {
  const sheets = listSheets(store, sheet.spreadsheetId)
  for (const place of formulaPlaces(store, sheets)) {
    if (place.sheet.gridId === sheet.gridId && isDeleted(place, shift)) continue
    const names = (reference: Reference): boolean => namedSheet(reference, { sheets, place })?.gridId === sheet.gridId
    if (references(place.formula).some((reference) => names(reference) && isShifted(reference, shift))) {
      throw notAdjusted(place)
    }
  }
}

/** @throws GoogleError when rows or columns of a tab cannot be moved without a change of a formula. */
export function requireNoneMoved(store: Store, { sheet, move }: { sheet: Sheet; move: DimensionMove }): void {
  const sheets = listSheets(store, sheet.spreadsheetId)
  for (const place of formulaPlaces(store, sheets)) {
    const names = (reference: Reference): boolean => namedSheet(reference, { sheets, place })?.gridId === sheet.gridId
    const isMoved = (reference: Reference) => isChanged(reference, { ...move, apply: (box) => moveBox(box, move) })
    if (references(place.formula).some((reference) => names(reference) && isMoved(reference))) throw notAdjusted(place)
  }
}

/** @throws GoogleError when a formula names the tab, which is about to be renamed or deleted. */
export function requireUnnamed(store: Store, { sheet, change }: { sheet: Sheet; change: 'rename' | 'delete' }): void {
  const sheets = listSheets(store, sheet.spreadsheetId)
  for (const place of formulaPlaces(store, sheets)) {
    if (change === 'delete' && place.sheet.gridId === sheet.gridId) continue
    const isNamed = references(place.formula).some(
      ({ title }) => title !== undefined && findSheetByTitle(sheets, title)?.gridId === sheet.gridId,
    )
    if (isNamed) throw notAdjusted(place)
  }
}

interface CopiedFormula {
  formula: string
  /** How far the copy is from the original. */
  offset: { rows: number; columns: number }
}

/** @throws GoogleError when a copy of the formula would name other cells than the original. */
export function requireNotRelative({ formula, offset }: CopiedFormula): void {
  if (!references(formula).some((reference) => isRelative(reference, offset))) return
  throw invalidArgument(`${NOT_ADJUSTED} a copy of ${formula} would have to name other cells.`)
}

const NOT_ADJUSTED = 'This provider does not adjust references in formulas, and'

interface FormulaPlace {
  sheet: Sheet
  row: number
  column: number
  formula: string
}

function* formulaPlaces(store: Store, sheets: readonly Sheet[]): Generator<FormulaPlace> {
  for (const sheet of sheets) {
    if (!sheet.hasFormulas) continue
    for (const [row, formulas] of new GridRows(store, sheet.gridId).formulas().rows) {
      for (const [column, formula] of formulas) yield { sheet, row, column, formula }
    }
  }
}

function isDeleted({ row, column }: FormulaPlace, { isRows, at, count }: Shift): boolean {
  const index = isRows ? row : column
  return index >= at && index < at - count
}

function namedSheet(
  { title }: Reference,
  { sheets, place }: { sheets: readonly Sheet[]; place: FormulaPlace },
): Sheet | undefined {
  return title === undefined ? place.sheet : findSheetByTitle(sheets, title)
}

function notAdjusted({ sheet, row, column, formula }: FormulaPlace): GoogleError {
  const cell = { startRow: row, endRow: row + 1, startColumn: column, endColumn: column + 1 }
  return invalidArgument(`${NOT_ADJUSTED} this request would change ${formula} in ${formatRange(sheet.title, cell)}.`)
}
