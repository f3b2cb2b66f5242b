import type { NumberFormat } from '../store/cell.ts'

/** A value with the number format that typing it gives a cell that has none. */
export interface ParsedNumber {
  value: number
  numberFormat?: NumberFormat
}
