import { type Cell, type CellError, type CellValue, effectiveValue, shownFormat } from '../store/cell.ts'
import { formatNumber, isDateFormat } from './number-format.ts'
import type { RenderOptions } from './value-options.ts'

/** The text the cell shows; `undefined` for an empty cell. */
export function formatCellValue(cell: Cell | undefined): string | undefined {
  const value = effectiveValue(cell)
  if (value === undefined || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return formatNumber(value, shownFormat(cell))
}

/** A cell's value as a `values` method returns it; `undefined` for an empty cell. */
export function renderValue(cell: Cell | undefined, options: RenderOptions): CellValue | undefined {
  if (options.valueRenderOption === 'FORMATTED_VALUE') return formatCellValue(cell)
  if (options.valueRenderOption === 'FORMULA' && cell?.formula !== undefined) return cell.formula
  if (cell?.result?.error) return wordedError(cell.result.error, options)
  const value = effectiveValue(cell)
  const asText = options.dateTimeRenderOption === 'FORMATTED_STRING' && isDateFormat(shownFormat(cell))
  return typeof value === 'number' && asText ? formatCellValue(cell) : value
}

/** Words an error as Google does in all values but formatted ones: `#N/A (Did not find value '7' in VLOOKUP evaluation.)`. */
function wordedError({ token, message }: CellError, { errorWords = {} }: RenderOptions): string {
  const word = errorWords[token] ?? token
  return message === undefined ? word : `${word} (${message})`
}
