import { shiftReferences } from '../formulas/keep-references.ts'
import { invalidArgument } from '../google-error.ts'
import { flag, message } from '../messages/proto-fields.ts'
import type { Cell, Row } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import { insertRows } from '../store/insert-rows.ts'
import type { Store } from '../store/open-store.ts'
import { resizeSheet } from '../store/resize-sheet.ts'
import { shiftFeatures } from '../store/sheet-features.ts'
import { saveSheet } from '../store/sheets.ts'
import { requireOpenSheet } from '../values/editor.ts'
import { type DimensionSpan, dimensionRangeMessage, requireSpan } from './dimension-range.ts'
import { requestKind } from './request-kind.ts'

const schema = message('InsertDimensionRequest', {
  range: dimensionRangeMessage.optional(),
  inheritFromBefore: flag(),
})

/**
 * Inserts rows or columns. They inherit the formats of the line before them if `inheritFromBefore` is set, otherwise of the
 * line after.
 */
export const insertDimension = requestKind(schema, (context, { range, inheritFromBefore = false }) => {
  const span = requireSpan(context, range)
  if (!inheritFromBefore && span.start >= span.count) {
    throw invalidArgument('range.startIndex must be less than the grid size if inheritFromBefore is false')
  }
  if (inheritFromBefore && (span.start === 0 || span.start > span.count)) {
    throw invalidArgument('range.startIndex must be between 1 and the grid size if inheritFromBefore is true')
  }
  requireOpenSheet(context, span.sheet)
  const shift = { isRows: span.isRows, at: span.start, count: span.end - span.start }
  shiftReferences(context.store, { sheet: span.sheet, shift })
  const neighbor = inheritFromBefore ? span.start - 1 : span.start
  const insertLike = span.isRows ? insertRowsLike : insertColumnsLike
  insertLike(context.store, { ...span, neighbor })
  return {}
})

interface Insertion extends DimensionSpan {
  /** Row or column that gives its formats to the new lines. */
  neighbor: number
}

function insertRowsLike(store: Store, { sheet, start, end, neighbor }: Insertion): void {
  const grid = new GridRows(store, sheet.gridId)
  const formats = grid.at(neighbor).map(formatOnly)
  insertRows(store, { sheet, start, count: end - start })
  if (formats.some((cell) => cell !== undefined)) {
    for (let row = start; row < end; row += 1) grid.put(row, formats)
  }
}

function insertColumnsLike(store: Store, { sheet, start, end, neighbor }: Insertion): void {
  const count = end - start
  const grown = resizeSheet(store, { sheet, columnCount: sheet.columnCount + count })
  saveSheet(store, { ...grown, features: shiftFeatures(grown.features, { isRows: false, at: start, count }) })
  new GridRows(store, sheet.gridId).rewrite({ start: 0, end: sheet.rowCount }, (cells) => {
    if (cells.length <= Math.min(neighbor, start)) return cells
    const added: Row = Array.from({ length: count }, () => formatOnly(cells[neighbor]))
    const padded = Array.from({ length: Math.max(cells.length, start) }, (_, column) => cells[column])
    return padded.toSpliced(start, 0, ...added)
  })
}

function formatOnly(cell: Cell | undefined): Cell | undefined {
  return cell?.format && { format: cell.format }
}
