import { type GoogleError, invalidArgument } from '../google-error.ts'
import { type CellBox, type DimensionMove, moveBox, type Shift, shiftBox } from '../store/box.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { findSheetByTitle, listSheets, type Sheet } from '../store/sheets.ts'
import { formatRange } from '../values/a1.ts'
import { isRelative, type Offset, type Reference, references, withReferences } from './references.ts'

interface ChangedTab {
  sheet: Sheet
  /** Moves a box of the tab; undefined for deleted cells. */
  apply(box: CellBox): CellBox | undefined
}

/** Adjusts formulas before rows or columns of a tab are inserted or deleted. */
export function shiftReferences(store: Store, { sheet, shift }: { sheet: Sheet; shift: Shift }): void {
  adjustReferences(store, { sheet, apply: (box) => shiftBox(box, shift) })
}

/** Adjusts formulas before rows or columns of a tab are moved. */
export function moveReferences(store: Store, { sheet, move }: { sheet: Sheet; move: DimensionMove }): void {
  adjustReferences(store, { sheet, apply: (box) => moveBox(box, move) })
}

function adjustReferences(store: Store, { sheet, apply }: ChangedTab): void {
  const sheets = listSheets(store, sheet.spreadsheetId)
  for (const place of [...formulaPlaces(store, sheets)]) {
    const formula = withReferences(place.formula, (reference) => {
      const isChanged = namedSheet(reference, { sheets, place })?.gridId === sheet.gridId
      return reference.cells && (isChanged ? apply(reference.cells.box) : reference.cells.box)
    })
    if (formula === place.formula) continue
    const grid = new GridRows(store, place.sheet.gridId)
    const cells = grid.at(place.row)
    grid.put(place.row, cells.with(place.column, { ...cells[place.column], formula }))
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
  offset: Offset
}

/** @throws GoogleError when a transposed copy of the formula would name different cells from the original. */
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
