import { moveReferences } from '../formulas/keep-references.ts'
import { invalidArgument } from '../google-error.ts'
import { int32, message } from '../messages/proto-fields.ts'
import { type BoundedBox, type CellBox, type DimensionMove, moveIndex, overlaps } from '../store/box.ts'
import { GridRows } from '../store/grid-rows.ts'
import { moveFeatures } from '../store/sheet-features.ts'
import { saveSheet } from '../store/sheets.ts'
import { requireUnprotected } from '../values/editor.ts'
import { type DimensionSpan, dimensionRangeMessage, requireSpan } from './dimension-range.ts'
import { requestKind } from './request-kind.ts'

const schema = message('MoveDimensionRequest', {
  source: dimensionRangeMessage.optional(),
  destinationIndex: int32(),
})

/** Moves rows or columns before `destinationIndex`, an index from before the move. */
export const moveDimension = requestKind(schema, (context, { source, destinationIndex: to = 0 }) => {
  const span = requireSpan(context, source)
  checkMovable(span, to)
  const { sheet, isRows, start, end } = span
  if (to >= start && to <= end) return {}
  const move: DimensionMove = { isRows, start, end, to }
  requireUnprotected(context, { sheet, box: touchedBox(move) })
  const cut = sheet.features.merges.find((box) => isCut(box, move))
  if (cut) throw invalidArgument('You cannot move a part of a merged cell.')
  moveReferences(context.store, { sheet, move })
  const grid = new GridRows(context.store, sheet.gridId)
  if (isRows) grid.move(move)
  else grid.rewrite({ start: 0, end: sheet.rowCount }, (cells) => moveCells(cells, move))
  saveSheet(context.store, { ...sheet, features: moveFeatures(sheet.features, move) })
  return {}
})

/** @throws GoogleError when the span or its destination is outside of the grid. */
function checkMovable({ isRows, start, end, count }: DimensionSpan, to: number): void {
  const one = isRows ? 'row' : 'column'
  if (start >= count || end > count) {
    throw invalidArgument(`Cannot move ${one}s that don't exist: there are only ${count} ${one}s.`)
  }
  if (to < 0 || to > count) throw invalidArgument(`destinationIndex must be between 0 and ${count}.`)
}

/** The rows or columns affected by the move. */
function touchedBox({ isRows, start, end, to }: DimensionMove): CellBox {
  const [first, last] = [Math.min(start, to), Math.max(end, to)]
  return isRows
    ? { startRow: first, endRow: last, startColumn: 0 }
    : { startRow: 0, startColumn: first, endColumn: last }
}

/** Whether the move would tear a merge apart. */
function isCut(box: BoundedBox, move: DimensionMove): boolean {
  if (!overlaps(box, touchedBox(move))) return false
  const size = move.isRows ? box.endRow - box.startRow : box.endColumn - box.startColumn
  const first = move.isRows ? box.startRow : box.startColumn
  const places = Array.from({ length: size }, (_, at) => moveIndex(first + at, move))
  return places.some((place, at) => place !== (places[0] ?? 0) + at)
}

function moveCells<Cell>(cells: readonly Cell[], move: DimensionMove): Cell[] {
  const moved: Cell[] = []
  for (const [at, cell] of cells.entries()) moved[moveIndex(at, move)] = cell
  return Array.from(moved)
}
