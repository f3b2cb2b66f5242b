import { MAX_COLUMNS_PER_SHEET } from '../limits.ts'
import type { CellBox } from '../store/box.ts'

interface Corner {
  row?: number
  column?: number
}

/** Parses a column: 'A' is 0; `undefined` for letters beyond the last column of any sheet. */
export function columnIndex(letters: string): number | undefined {
  let index = 0
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64
  return index <= MAX_COLUMNS_PER_SHEET ? index - 1 : undefined
}

export function columnLetters(index: number): string {
  let letters = ''
  for (let remaining = index + 1; remaining > 0; remaining = Math.floor((remaining - 1) / 26)) {
    letters = String.fromCharCode(65 + ((remaining - 1) % 26)) + letters
  }
  return letters
}

function parseCorner(text: string): Corner | undefined {
  const a1 = /^\$?([a-z]{1,3})?\$?([1-9]\d{0,9})?$/i.exec(text)
  if (a1 && text !== '' && !/\$$/.test(text)) {
    const [, letters, digits] = a1
    const column = letters === undefined ? undefined : columnIndex(letters)
    if (letters !== undefined && column === undefined) return undefined
    return { ...(column !== undefined && { column }), ...(digits && { row: Number(digits) - 1 }) }
  }
  const r1c1 = /^r([1-9]\d{0,9})c([1-9]\d{0,4})$/i.exec(text)
  return r1c1 ? { row: Number(r1c1[1]) - 1, column: Number(r1c1[2]) - 1 } : undefined
}

/**
 * Parses `B2`, `A1:C3`, `A:C`, `2:5`, `A5:B` or `R1C1:R2C2`; returns `undefined` for any other text. Like Google,
 * accepts the corners in any order.
 */
export function parseCells(text: string): CellBox | undefined {
  const parts = text.split(':')
  const [first, last] = parts.map(parseCorner)
  if (parts.length === 1 && first?.row !== undefined && first.column !== undefined) {
    return { startRow: first.row, startColumn: first.column, endRow: first.row + 1, endColumn: first.column + 1 }
  }
  if (parts.length !== 2 || !first || !last) return undefined
  const rows = span(first.row, last.row)
  const columns = span(first.column, last.column)
  if (isColumn(first) && isRow(last)) return undefined
  if (isRow(first) && isColumn(last)) return undefined
  return {
    startRow: rows.start,
    startColumn: columns.start,
    ...(rows.end !== undefined && { endRow: rows.end }),
    ...(columns.end !== undefined && { endColumn: columns.end }),
  }
}

const isColumn = (corner: Corner): boolean => corner.row === undefined
const isRow = (corner: Corner): boolean => corner.column === undefined

function span(first: number | undefined, last: number | undefined): { start: number; end?: number } {
  if (first === undefined || last === undefined) return { start: first ?? last ?? 0 }
  return { start: Math.min(first, last), end: Math.max(first, last) + 1 }
}

/** Quotes a title for use before `!`, unless it is a plain word that does not read as cells. */
export function quoteTitle(title: string): string {
  const isPlainWord = /^[a-z_][a-z0-9_]*$/i.test(title)
  return isPlainWord && !parseCells(title) ? title : `'${title.replaceAll("'", "''")}'`
}

/** Formats a range in canonical form: `Sheet1!A1:B2`, `Sheet1!A1` for one cell, `Sheet1!A5:C` without a last row. */
export function formatRange(title: string, box: CellBox): string {
  const { startRow, startColumn, endRow, endColumn } = box
  const start = `${columnLetters(startColumn)}${startRow + 1}`
  if (endRow === undefined && endColumn === undefined) return `${quoteTitle(title)}!${start}`
  const end = `${endColumn === undefined ? '' : columnLetters(endColumn - 1)}${endRow ?? ''}`
  return `${quoteTitle(title)}!${start === end ? start : `${start}:${end}`}`
}
