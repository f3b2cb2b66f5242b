import { columnLetters, columnOfLetters } from './column-letters.ts'

/** A place in the grid, both counted from 0. */
export interface Cell {
  row: number
  column: number
}

export interface GridSize {
  rowCount: number
  columnCount: number
}

/** { row: 1199, column: 1 } → B1200. */
export function cellName({ row, column }: Cell): string {
  return `${columnLetters(column)}${row + 1}`
}

/** Reads B1200, $b$1200 or the first cell of B2:C9; `undefined` for anything else and for cells outside the grid. */
export function parseCellName(text: string, { rowCount, columnCount }: GridSize): Cell | undefined {
  const match = /^\$?([a-z]{1,3})\$?([1-9]\d{0,7})(?::\$?[a-z]{0,3}\$?\d*)?$/i.exec(text.trim())
  if (!match?.[1] || !match[2]) return undefined
  const cell = { row: Number(match[2]) - 1, column: columnOfLetters(match[1]) }
  return cell.row < rowCount && cell.column < columnCount ? cell : undefined
}

/** A tab's name as A1 notation wants it; unquoted, a name such as ENT1 would be read as a cell. */
export function quotedTab(title: string): string {
  return `'${title.replaceAll("'", "''")}'`
}
