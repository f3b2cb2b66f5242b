import { requireNotRelative } from '../formulas/keep-references.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { copiedFormula, type Offset } from '../formulas/references.ts'
import { invalidArgument } from '../google-error.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { choice, message } from '../messages/proto-fields.ts'
import type { BoundedBox } from '../store/box.ts'
import { type Cell, compact, effectiveValue, isComputed, type Row } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { formatRange } from '../values/a1.ts'
import { clampToGrid, type GridRange } from '../values/resolve-range.ts'
import { changeCells } from './change-cells.ts'
import { changesFormats, copiesFormulas, pasteCell, pasteTypes } from './paste-cell.ts'
import { requestKind } from './request-kind.ts'
import { requireGrid } from './require-sheet.ts'
import { requireUntyped } from './typed-columns.ts'

const schema = message('CopyPasteRequest', {
  source: gridRangeMessage.optional(),
  destination: gridRangeMessage.optional(),
  pasteType: choice('PasteType', pasteTypes),
  pasteOrientation: choice('PasteOrientation', ['NORMAL', 'TRANSPOSE']),
})

/**
 * Copies cells. A destination whose height or width is a multiple of the source's is filled with repetitions. Any other
 * destination receives the whole source once, starting at its first cell.
 */
export const copyPaste = requestKind(schema, (context, request) => {
  const { source: from = {}, destination: to = {}, pasteType = 'PASTE_NORMAL', pasteOrientation } = request
  const source = clampToGrid(gridRangeOn(requireGrid(context, from.sheetId), from))
  const destination = clampToGrid(gridRangeOn(requireGrid(context, to.sheetId), to))
  // Earlier requests of the batch may have entered formulas, whose results are copied.
  recalculate(context.store, context)
  const block = readBlock(context.store, source)
  const isTransposed = pasteOrientation === 'TRANSPOSE'
  const pasted = isTransposed ? transpose(block) : block
  const height = pasted.length
  const width = pasted[0]?.length ?? 0
  const target = { ...destination, box: targetBox(destination, { height, width }) }
  if (changesFormats(pasteType)) requireUntyped(target, 'paste')
  if (isTransposed && copiesFormulas(pasteType)) requireNoneRelative(pasted, { source: source.box, target: target.box })
  const distance = {
    rows: target.box.startRow - source.box.startRow,
    columns: target.box.startColumn - source.box.startColumn,
  }
  changeCells(context, target, (before, row, column) => {
    const cell = pasted[row % height]?.[column % width]
    const offset = { rows: distance.rows + row - (row % height), columns: distance.columns + column - (column % width) }
    return pasteCell({ before, copied: isTransposed ? cell : withFormulaAt(cell, offset) }, pasteType)
  })
  return {}
})

function withFormulaAt(cell: Cell | undefined, offset: Offset): Cell | undefined {
  return cell?.formula === undefined ? cell : { ...cell, formula: copiedFormula(cell.formula, offset) }
}

/** @throws GoogleError when a transposed formula names cells by their distance. */
function requireNoneRelative(
  pasted: readonly Row[],
  { source, target }: { source: BoundedBox; target: BoundedBox },
): void {
  for (const [down, cells] of pasted.entries()) {
    for (const [right, cell] of cells.entries()) {
      if (cell?.formula === undefined) continue
      const rows = target.startRow + down - source.startRow - right
      const columns = target.startColumn + right - source.startColumn - down
      requireNotRelative({ formula: cell.formula, offset: { rows, columns } })
    }
  }
}

/** Reads the source as a full rectangle before any cell is written, because the ranges can overlap. */
function readBlock(store: Store, { sheet, box }: GridRange): Row[] {
  const width = box.endColumn - box.startColumn
  const block = Array.from({ length: box.endRow - box.startRow }, (): Row => Array.from({ length: width }))
  for (const { row, cells } of new GridRows(store, sheet.gridId).read({ start: box.startRow, end: box.endRow })) {
    block[row - box.startRow] = Array.from({ length: width }, (_, column) => copied(cells[box.startColumn + column]))
  }
  return block
}

/** Picks the part of a cell to copy: only the value, if another cell fills it. */
function copied(cell: Cell | undefined): Cell | undefined {
  if (!cell?.result || isComputed(cell)) return cell
  const { result: _result, ...rest } = cell
  const value = effectiveValue(cell)
  return value === undefined ? compact(rest) : { ...rest, value }
}

function transpose(block: readonly Row[]): Row[] {
  return Array.from({ length: block[0]?.length ?? 0 }, (_, column) => block.map((cells) => cells[column]))
}

function targetBox({ sheet, box }: GridRange, source: { height: number; width: number }): BoundedBox {
  const endRow = box.startRow + spannedLength(box.endRow - box.startRow, source.height)
  const endColumn = box.startColumn + spannedLength(box.endColumn - box.startColumn, source.width)
  const target = { ...box, endRow, endColumn }
  const { rowCount, columnCount, title } = sheet
  if (endRow <= rowCount && endColumn <= columnCount) return target
  const range = formatRange(title, target)
  throw invalidArgument(`Range (${range}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`)
}

function spannedLength(destination: number, source: number): number {
  return destination % source === 0 ? destination : source
}
