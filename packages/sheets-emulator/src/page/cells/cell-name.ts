/** A cell's position in the grid, counted from 0. */
export interface Cell {
  row: number
  column: number
}

export interface GridSize {
  rowCount: number
  columnCount: number
}

/** Formats a cell name: { row: 1199, column: 1 } → B1200. */
export function cellName({ row, column }: Cell): string {
  return `${columnLetters(column)}${row + 1}`
}

/** Parses B1200, $b$1200 or the first cell of B2:C9; returns `undefined` for other text and cells outside the grid. */
export function parseCellName(text: string, { rowCount, columnCount }: GridSize): Cell | undefined {
  const match = /^\$?([a-z]{1,3})\$?([1-9]\d{0,7})(?::\$?[a-z]{0,3}\$?\d*)?$/i.exec(text.trim())
  if (!match?.[1] || !match[2]) return undefined
  const cell = { row: Number(match[2]) - 1, column: columnIndex(match[1]) }
  return cell.row < rowCount && cell.column < columnCount ? cell : undefined
}

/** Quotes a tab's title for A1 notation. Without the quotes, a title such as ENT1 would read as a cell. */
export function quoteTitle(title: string): string {
  return `'${title.replaceAll("'", "''")}'`
}

/** Formats a column: 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let remaining = column + 1; remaining > 0; remaining = Math.floor((remaining - 1) / 26)) {
    letters = String.fromCharCode(65 + ((remaining - 1) % 26)) + letters
  }
  return letters
}

/** Parses a column: A → 0, Z → 25, AA → 26. Accepts only the letters A to Z, in either case. */
export function columnIndex(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
