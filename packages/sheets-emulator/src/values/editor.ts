import { invalidArgument } from '../google-error.ts'
import { type BoundedBox, type CellBox, overlaps } from '../store/box.ts'
import { type Cell, withoutValue } from '../store/cell.ts'
import type { Store } from '../store/open-store.ts'
import type { ProtectedRange } from '../store/sheet-features.ts'
import type { Sheet } from '../store/sheets.ts'

/** The store on behalf of a caller. `account` is the caller's bearer token. */
export interface Editor {
  store: Store
  account: string | undefined
}

/** Whether the caller may change a protected range: one of its editors, or the account that added it. */
export function mayEdit({ account }: Pick<Editor, 'account'>, range: ProtectedRange): boolean {
  if (range.warningOnly || range.addedBy === account) return true
  return account !== undefined && range.users.includes(account)
}

/** @throws GoogleError when a cell of the box is protected from the caller. */
export function requireUnprotected(editor: Editor, { sheet, box }: { sheet: Sheet; box: CellBox }): void {
  for (const range of sheet.features.protectedRanges) {
    if (!overlaps(range.box, box) || mayEdit(editor, range)) continue
    if (range.unprotected.some((open) => encloses(open, box))) continue
    throw protectedCell()
  }
}

/** @throws GoogleError when the whole tab is protected from the caller, who then cannot change its size or properties. */
export function requireOpenSheet(editor: Editor, sheet: Sheet): void {
  const isWhole = ({ box }: ProtectedRange): boolean =>
    box.startRow === 0 && box.startColumn === 0 && box.endRow === undefined && box.endColumn === undefined
  if (sheet.features.protectedRanges.some((range) => isWhole(range) && !mayEdit(editor, range))) throw protectedCell()
}

export function protectedCell(): Error {
  return invalidArgument(
    'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
  )
}

function encloses(outer: CellBox, inner: CellBox): boolean {
  const reaches = (outerEnd: number | undefined, innerEnd: number | undefined): boolean =>
    outerEnd === undefined || (innerEnd !== undefined && innerEnd <= outerEnd)
  const startsBefore = outer.startRow <= inner.startRow && outer.startColumn <= inner.startColumn
  return startsBefore && reaches(outer.endRow, inner.endRow) && reaches(outer.endColumn, inner.endColumn)
}

/** Whether a merge hides the cell: a merge contains it, and it is not the merge's first cell. */
function isCovered({ features }: Sheet, { row, column }: { row: number; column: number }): boolean {
  return features.merges.some(
    (box) => isInside(box, { row, column }) && (row !== box.startRow || column !== box.startColumn),
  )
}

function isInside(box: BoundedBox, { row, column }: { row: number; column: number }): boolean {
  return row >= box.startRow && row < box.endRow && column >= box.startColumn && column < box.endColumn
}

/** Returns the cell as stored: Google silently drops values written to a hidden cell of a merge. */
export function droppedIfCovered(
  cell: Cell | undefined,
  { sheet, row, column }: { sheet: Sheet; row: number; column: number },
): Cell | undefined {
  return isCovered(sheet, { row, column }) ? withoutValue(cell) : cell
}
