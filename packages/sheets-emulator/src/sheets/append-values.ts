import { shiftReferences } from '../formulas/keep-references.ts'
import { insertRows } from '../store/insert-rows.ts'
import type { Store } from '../store/open-store.ts'
import { resizeSheet } from '../store/resize-sheet.ts'
import { formatRange } from '../values/a1.ts'
import type { EntryOptions } from '../values/enter-value.ts'
import { findTable } from '../values/find-table.ts'
import type { GridRange } from '../values/resolve-range.ts'
import type { InsertDataOption } from '../values/value-options.ts'
import { type ValueTable, type WriteResult, writeValues } from '../values/write-values.ts'

interface Append {
  range: GridRange
  values: ValueTable
  insertDataOption: InsertDataOption
  options: EntryOptions
}

/** Writes values below the table in the range. The grid grows if they do not fit. */
export function appendValues(store: Store, append: Append): { tableRange?: string; result: WriteResult } {
  const { range, values, options } = append
  const table = findTable(store, range)
  const startRow = table ? table.endRow : range.box.startRow
  const startColumn = table ? table.startColumn : range.box.startColumn
  const width = Math.max(1, ...values.map((row) => row.length))
  const isInserting = append.insertDataOption === 'INSERT_ROWS' && startRow < range.sheet.rowCount
  if (isInserting) {
    const shift = { isRows: true, at: startRow, count: values.length }
    shiftReferences(store, { sheet: range.sheet, shift })
  }
  const widened = resizeSheet(store, {
    sheet: range.sheet,
    columnCount: Math.max(range.sheet.columnCount, startColumn + width),
  })
  const sheet = isInserting
    ? insertRows(store, { sheet: widened, start: startRow, count: values.length })
    : resizeSheet(store, { sheet: widened, rowCount: Math.max(widened.rowCount, startRow + values.length) })
  const anchor = { startRow, startColumn, endRow: startRow + 1, endColumn: startColumn + 1 }
  const rangeText = formatRange(sheet.title, anchor)
  const result = writeValues(store, { rangeText, range: { sheet, box: anchor }, values, options })
  return { ...(table && { tableRange: formatRange(sheet.title, table) }), result }
}
