import { shiftReferences } from '../formulas/keep-references.ts'
import { invalidArgument } from '../google-error.ts'
import { message } from '../messages/proto-fields.ts'
import type { CellBox } from '../store/box.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { shiftFeatures } from '../store/sheet-features.ts'
import { type Sheet, saveSheet } from '../store/sheets.ts'
import { requireUnprotected } from '../values/editor.ts'
import { type DimensionSpan, dimensionRangeMessage, requireSpan } from './dimension-range.ts'
import { requestKind } from './request-kind.ts'

const schema = message('DeleteDimensionRequest', { range: dimensionRangeMessage.optional() })

export const deleteDimension = requestKind(schema, (context, { range }) => {
  const requested = requireSpan(context, range)
  const span = { ...requested, end: Math.min(requested.end, requested.count) }
  checkDeletable(span)
  requireUnprotected(context, { sheet: span.sheet, box: spanBox(span) })
  const shift = { isRows: span.isRows, at: span.start, count: span.start - span.end }
  shiftReferences(context.store, { sheet: span.sheet, shift })
  if (span.isRows) removeRows(context.store, span)
  else removeColumns(context.store, span)
  return {}
})

function spanBox({ isRows, start, end }: DimensionSpan): CellBox {
  return isRows ? { startRow: start, endRow: end, startColumn: 0 } : { startRow: 0, startColumn: start, endColumn: end }
}

/** @throws GoogleError when no row or column would be left, or only frozen ones. */
function checkDeletable({ sheet, isRows, start, end, count }: DimensionSpan): void {
  const one = isRows ? 'row' : 'column'
  if (start >= count) {
    throw invalidArgument(
      `Cannot delete a ${one} that doesn't exist. Tried to delete ${one} index ${start} but there are only ${count} ${one}s.`,
    )
  }
  if (end - start >= count) throw invalidArgument(`You can't delete all the ${one}s on the sheet.`)
  const frozen = frozenCount(sheet, isRows)
  const frozenLeft = frozen - Math.max(0, Math.min(end, frozen) - start)
  if (frozen > 0 && count - (end - start) <= frozenLeft) {
    throw invalidArgument(`Sorry, it is not possible to delete all non-frozen ${one}s.`)
  }
}

function frozenCount(sheet: Sheet, isRows: boolean): number {
  const { frozenRowCount = 0, frozenColumnCount = 0 } = sheet.look.gridProperties ?? {}
  return isRows ? frozenRowCount : frozenColumnCount
}

function removeRows(store: Store, { sheet, start, end, count }: DimensionSpan): void {
  const grid = new GridRows(store, sheet.gridId)
  grid.delete({ start, end })
  grid.shift({ start: end, by: start - end })
  saveSheet(store, { ...withoutSpan(sheet, { start, end, isRows: true }), rowCount: count - (end - start) })
}

function removeColumns(store: Store, { sheet, start, end, count }: DimensionSpan): void {
  const rows = { start: 0, end: sheet.rowCount }
  new GridRows(store, sheet.gridId).rewrite(rows, (cells) => cells.toSpliced(start, end - start))
  saveSheet(store, { ...withoutSpan(sheet, { start, end, isRows: false }), columnCount: count - (end - start) })
}

interface DeletedSpan {
  start: number
  end: number
  isRows: boolean
}

/** Builds the tab with fewer frozen rows or columns, and with its merges, tables and protected ranges moved. */
function withoutSpan(sheet: Sheet, span: DeletedSpan): Sheet {
  const shift = { isRows: span.isRows, at: span.start, count: span.start - span.end }
  return { ...sheet, look: unfreeze(sheet, span), features: shiftFeatures(sheet.features, shift) }
}

/** Subtracts deleted rows or columns from the frozen ones. */
function unfreeze(sheet: Sheet, span: DeletedSpan): Sheet['look'] {
  const frozen = frozenCount(sheet, span.isRows)
  const deleted = Math.max(0, Math.min(span.end, frozen) - span.start)
  if (deleted === 0) return sheet.look
  const name = span.isRows ? 'frozenRowCount' : 'frozenColumnCount'
  return { ...sheet.look, gridProperties: { ...sheet.look.gridProperties, [name]: frozen - deleted } }
}
