import type { Cell } from '#domain/copy/cell.ts'
import { type CellFormat, isSameFormat } from '#domain/copy/format-segment.ts'

/** A cell of a sample. Has no value if only its format is known. */
interface SampledCell {
  format: CellFormat | undefined
  value?: Cell
}

/**
 * Finds the number format of a column in a sample of its cells: the format of all numbers, or else of all formatted cells.
 * 'mixed' if the formats differ, as in a list of figures of several kinds; undefined if there is none.
 */
export function columnFormat(cells: readonly SampledCell[]): CellFormat | 'mixed' | undefined {
  const numbers = cells.filter(({ value }) => typeof value === 'number')
  const deciding = numbers.length > 0 ? numbers : cells.filter(({ format }) => format !== undefined)
  const format = deciding[0]?.format
  return deciding.every((cell) => isSameFormat(cell.format, format)) ? format : 'mixed'
}

/** Consecutive cells of a column whose numbers have the same format. Rows count from 1. */
interface FormattedRows {
  firstRow: number
  lastRow: number
  format: CellFormat
}

/** The formats of a column's numbers, from top to bottom. Includes other cells between them. */
export function formattedRows(cells: readonly Required<SampledCell>[], firstRow: number): FormattedRows[] {
  const found: { firstRow: number; lastRow: number; format: CellFormat | undefined }[] = []
  cells.forEach(({ format, value }, down) => {
    if (typeof value !== 'number') return
    const row = firstRow + down
    const last = found.at(-1)
    if (last && isSameFormat(last.format, format)) last.lastRow = row
    else found.push({ firstRow: row, lastRow: row, format })
  })
  return found.flatMap(({ format, ...rows }) => (format ? [{ ...rows, format }] : []))
}
