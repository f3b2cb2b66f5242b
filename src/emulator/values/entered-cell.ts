import { invalidArgument } from '../google-error.ts'
import { maxCharactersPerCell } from '../limits.ts'
import { type Cell, type CellValue, withoutValue } from '../store/cell.ts'
import { isDateFormat } from './number-format.ts'
import { parseUserEntered } from './parse-user-entered.ts'
import type { ValueInputOption } from './value-options.ts'

export interface EntryOptions {
  valueInputOption: ValueInputOption
  /** The year of dates that are typed without one. */
  currentYear: number
}

interface Entry {
  value: CellValue
  options: EntryOptions
}

/**
 * The cell after `value` was written into it; its format and note stay. An empty text clears the value. What is typed
 * into a cell formatted as text stays text.
 * @throws GoogleError for text over 50,000 characters.
 */
export function enterValue(before: Cell | undefined, { value, options }: Entry): Cell | undefined {
  if (value === '') return withoutValue(before)
  if (typeof value === 'string') refuseLongText(value)
  const isTyped = options.valueInputOption === 'USER_ENTERED' && before?.format?.numberFormat?.type !== 'TEXT'
  const entered: Cell = typeof value === 'string' && isTyped ? parseUserEntered(value, options) : { value }
  if (entered.value === '') return withoutValue(before)
  const kept = withoutValue(before)
  if (!kept) return entered
  const format = mergeFormats(kept, entered)
  return { ...kept, ...entered, ...(format && { format }) }
}

/** A typed format fills a cell without a number format and replaces one of another kind. */
function mergeFormats(kept: Cell, entered: Cell): Cell['format'] {
  const typed = entered.format?.numberFormat
  const present = kept.format?.numberFormat
  if (!typed) return kept.format
  if (present && isDateFormat(present) === isDateFormat(typed)) return kept.format
  return { ...kept.format, numberFormat: typed }
}

export function refuseLongText(text: string): void {
  if (text.length <= maxCharactersPerCell) return
  throw invalidArgument(
    `Your input contains more than the maximum of ${maxCharactersPerCell} characters in a single cell.`,
  )
}
