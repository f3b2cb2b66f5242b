/**
 * A cell's value as the Sheets API returns it with UNFORMATTED_VALUE and SERIAL_NUMBER: dates are numbers, errors are
 * text. `null` and `''` both mean an empty cell.
 */
export type Cell = string | number | boolean | null

export function isEmptyCell(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === ''
}

/** Compares value and type: the text `1` is not the number 1. */
export function isSameCell(one: Cell | undefined, other: Cell | undefined): boolean {
  return one === other || (isEmptyCell(one) && isEmptyCell(other))
}

/** Number of cells in a row up to its last filled cell. */
export function rowWidth(row: readonly Cell[]): number {
  let width = row.length
  while (width > 0 && isEmptyCell(row[width - 1])) width -= 1
  return width
}
