import { type Cell, isEmptyCell, isSameCell } from './cell.ts'
import { bareError } from './error-cell.ts'

/** The value or formula entered into a cell, as it must be written to enter it again. */
export type Entered = Cell | { readonly formula: string }

export function isFormula(entered: Entered | undefined): entered is { readonly formula: string } {
  return typeof entered === 'object' && entered !== null
}

export function isEmptyEntry(entered: Entered | undefined): boolean {
  return !isFormula(entered) && isEmptyCell(entered)
}

/** Compares value and type. An error with an explanation is the same as its bare token. */
export function isSameEntry(one: Entered | undefined, other: Entered | undefined): boolean {
  if (isFormula(one) || isFormula(other)) return isFormula(one) && isFormula(other) && one.formula === other.formula
  return isSameCell(one, other) || (!isEmptyCell(one) && isSameCell(bareError(one), bareError(other)))
}
