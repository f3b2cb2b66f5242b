import type { Cell } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { isBlank, normalizeText } from './normalize-text.ts'
import { readDate } from './read-date.ts'
import { readShownNumber } from './read-number.ts'
import { roundNumber } from './round-number.ts'

/**
 * Normalized form of a row's key cells, equal for lookalike keys. A number equals its text, and a date equals its text in
 * the spreadsheet's locale. Undefined if a cell is blank.
 */
export function normalizeKey(cells: readonly Cell[], locale: string): string | undefined {
  return cells.some(isBlank) ? undefined : normalizeCells(cells, locale)
}

/** Normalizes cells, including blank cells. */
export function normalizeCells(cells: readonly Cell[], locale: string): string {
  return JSON.stringify(cells.map((cell) => normalizeCell(cell, locale)))
}

function normalizeCell(cell: Cell, locale: string): Cell {
  if (isBlank(cell)) return null
  if (typeof cell === 'number') return roundNumber(cell)
  if (typeof cell === 'boolean') return String(cell).toUpperCase()
  const text = normalizeText(String(bareError(cell)))
  const number = readShownNumber(text, locale) ?? readDate(text, locale)
  return number === undefined ? text : roundNumber(number)
}
