/** Rows and columns count from 1; both ends are inclusive. */
interface CellRange {
  tab: string
  firstRow: number
  firstColumn: number
  lastRow: number
  lastColumn: number
}

const LETTERS = 26
const CODE_OF_A = 65

/** 1 is A, 26 is Z, 27 is AA. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let remaining = column; remaining > 0; remaining = Math.floor((remaining - 1) / LETTERS)) {
    letters = String.fromCharCode(CODE_OF_A + ((remaining - 1) % LETTERS)) + letters
  }
  return letters
}

/** Always quoted: an unquoted `ENT1` is read as a cell, and an unquoted name as a named range first. */
export function quotedTab(tab: string): string {
  return `'${tab.replaceAll("'", "''")}'`
}

/** `'Jon''s data'!A1:D5` */
export function a1Range({ tab, firstRow, firstColumn, lastRow, lastColumn }: CellRange): string {
  return `${quotedTab(tab)}!${columnLetters(firstColumn)}${firstRow}:${columnLetters(lastColumn)}${lastRow}`
}

/** `'Jon''s data'!A1`, for messages. */
export function a1Cell({ tab, row, column }: { tab: string; row: number; column: number }): string {
  return `${quotedTab(tab)}!${columnLetters(column)}${row}`
}
