import { type Cell, type CellValue, effectiveValue } from '../store/cell.ts'
import { formatNumber, isDateFormat } from './number-format.ts'
import type { RenderOptions } from './value-options.ts'

/** The text that the cell shows; `undefined` for an empty cell. */
export function formattedValue(cell: Cell | undefined): string | undefined {
  const value = effectiveValue(cell)
  if (value === undefined || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return formatNumber(value, cell?.format?.numberFormat)
}

/** A cell's value as a `values` method returns it; `undefined` for an empty cell. */
export function renderValue(cell: Cell | undefined, options: RenderOptions): CellValue | undefined {
  if (options.valueRenderOption === 'FORMATTED_VALUE') return formattedValue(cell)
  const value = effectiveValue(cell)
  const asText = options.dateTimeRenderOption === 'FORMATTED_STRING' && isDateFormat(cell?.format?.numberFormat)
  return typeof value === 'number' && asText ? formattedValue(cell) : value
}
