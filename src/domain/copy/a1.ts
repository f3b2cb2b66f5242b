/** Rows and columns count from 1; both ends are inclusive. */
export interface TabRange {
  /** Undefined for the first visible tab. */
  tab: string | undefined
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

/** Quotes every tab name: an unquoted `ENT1` is read as a cell, and an unquoted name as a named range first. */
export function quotedTab(tab: string): string {
  return `'${tab.replaceAll("'", "''")}'`
}

/** `'Jon''s data'!A1:D5` */
export function a1Range({ tab, firstRow, firstColumn, lastRow, lastColumn }: TabRange): string {
  const first = cellAddress({ row: firstRow, column: firstColumn })
  const area = `${first}:${cellAddress({ row: lastRow, column: lastColumn })}`
  return tab === undefined ? area : `${quotedTab(tab)}!${area}`
}

const RANGE = /^(.*)!([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/s

/** Reads a range as the provider writes it: `Sheet1!A1:D5`, or `'Jon''s data'!A1` for a single cell. */
export function readA1Range(text: string): TabRange | undefined {
  const [, tab = '', firstLetters, firstRow, lastLetters = firstLetters, lastRow = firstRow] = RANGE.exec(text) ?? []
  if (firstLetters === undefined || lastLetters === undefined) return undefined
  return {
    tab: /^'.*'$/s.test(tab) ? tab.slice(1, -1).replaceAll("''", "'") : tab,
    firstRow: Number(firstRow),
    firstColumn: columnNumber(firstLetters),
    lastRow: Number(lastRow),
    lastColumn: columnNumber(lastLetters),
  }
}

/** A is 1, Z is 26, AA is 27. */
export function columnNumber(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * LETTERS + letter.charCodeAt(0) - CODE_OF_A + 1
  return column
}

/** `B5` */
export function cellAddress({ row, column }: { row: number; column: number }): string {
  return `${columnLetters(column)}${row}`
}

/** Reads `B5`; undefined for anything else. */
export function readCell(text: string): { row: number; column: number } | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(text) ?? []
  return letters === undefined ? undefined : { row: Number(row), column: columnNumber(letters) }
}

/** `'Jon''s data'!A1`, for messages. */
export function a1Cell({ tab, row, column }: { tab: string; row: number; column: number }): string {
  return `${quotedTab(tab)}!${cellAddress({ row, column })}`
}
