import { invalidArgument } from '../google-error.ts'
import { MAX_CHARACTERS_PER_CELL } from '../limits.ts'
import { type Cell, type CellValue, withoutValue } from '../store/cell.ts'
import { isDateFormat } from './number-format.ts'
import { parseUserEntered } from './parse-user-entered.ts'
import type { ValueInputOption } from './value-options.ts'

export interface EntryOptions {
  valueInputOption: ValueInputOption
  /** Year for dates typed without a year. */
  currentYear: number
  storesNumbersAsText: boolean
  /** The caller's bearer token. */
  account: string | undefined
}

interface Entry {
  value: CellValue
  options: EntryOptions
}

/**
 * Writes `value` to a cell, and keeps the cell's format and note. Empty text clears the value. Text typed into a cell with a
 * text format stays text.
 * @throws GoogleError for text over 50,000 characters.
 */
export function enterValue(before: Cell | undefined, { value, options }: Entry): Cell | undefined {
  if (value === '') return withoutValue(before)
  if (typeof value === 'string') checkTextLength(value)
  const isText = before?.format?.numberFormat?.type === 'TEXT'
  if (isText && typeof value === 'number' && options.storesNumbersAsText)
    return { ...withoutValue(before), value: String(value) }
  const isTyped = options.valueInputOption === 'USER_ENTERED' && !isText
  const entered: Cell = typeof value === 'string' && isTyped ? parseUserEntered(value, options) : { value }
  if (entered.value === '') return withoutValue(before)
  const remaining = withoutValue(before)
  if (!remaining) return entered
  const format = mergeFormats(remaining, entered)
  return { ...remaining, ...entered, ...(format && { format }) }
}

/** Chooses the number format. The entered format applies unless the cell has a format of the same kind: date or number. */
function mergeFormats(existing: Cell, entered: Cell): Cell['format'] {
  const enteredFormat = entered.format?.numberFormat
  const existingFormat = existing.format?.numberFormat
  if (!enteredFormat) return existing.format
  if (existingFormat && isDateFormat(existingFormat) === isDateFormat(enteredFormat)) return existing.format
  return { ...existing.format, numberFormat: enteredFormat }
}

/** @throws GoogleError for text over 50,000 characters. */
export function checkTextLength(text: string): void {
  if (text.length <= MAX_CHARACTERS_PER_CELL) return
  throw invalidArgument(
    `Your input contains more than the maximum of ${MAX_CHARACTERS_PER_CELL} characters in a single cell.`,
  )
}
