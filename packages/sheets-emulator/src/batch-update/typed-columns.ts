import { invalidArgument } from '../google-error.ts'
import type { SentCell } from '../messages/cell-data.ts'
import { type FieldMask, maskIncludes } from '../messages/field-mask.ts'
import { overlaps } from '../store/box.ts'
import type { GridRange } from '../values/resolve-range.ts'

const messages = {
  numberFormat: "You can't set the number format of cells in a typed column.",
  paste: 'This operation is not allowed on cells in typed columns',
} as const

/** @throws GoogleError when a cell of the range is in a typed column of a table, below its first row. */
export function requireUntyped({ sheet, box }: GridRange, operation: keyof typeof messages): void {
  for (const table of sheet.features.tables) {
    for (const { columnIndex, columnType } of table.columns) {
      const startColumn = table.box.startColumn + columnIndex
      const typed = { ...table.box, startRow: table.box.startRow + 1, startColumn, endColumn: startColumn + 1 }
      if (columnType !== undefined && overlaps(typed, box)) throw invalidArgument(messages[operation])
    }
  }
}

/** Whether the request changes number formats. A mask of `*` does so only with the format in it. */
export function setsNumberFormat(mask: FieldMask, cells: readonly SentCell[]): boolean {
  if (mask === 'all') return cells.some((cell) => cell.userEnteredFormat !== undefined)
  return maskIncludes(mask, 'userEnteredFormat', 'numberFormat')
}
