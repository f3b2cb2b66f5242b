import { invalidArgument } from '../google-error.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { choice, message } from '../messages/proto-fields.ts'
import type { Row } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { type BoundedBox, formatRange } from '../values/a1.ts'
import { clampToGrid, type GridRange } from '../values/resolve-range.ts'
import { pasteCell, pasteTypes } from './paste-cell.ts'
import { requestKind } from './request-kind.ts'
import { requireGrid } from './require-sheet.ts'

const schema = message('CopyPasteRequest', {
  source: gridRangeMessage.optional(),
  destination: gridRangeMessage.optional(),
  pasteType: choice('PasteType', pasteTypes),
  pasteOrientation: choice('PasteOrientation', ['NORMAL', 'TRANSPOSE']),
})

/**
 * Copies cells. A destination that is a multiple of the source's height or width is filled with repetitions; any
 * other one takes the whole source once, from its first cell on.
 */
export const copyPaste = requestKind(schema, (context, request) => {
  const { source: from = {}, destination: to = {}, pasteType = 'PASTE_NORMAL', pasteOrientation } = request
  const source = clampToGrid(gridRangeOn(requireGrid(context, from.sheetId), from))
  const destination = clampToGrid(gridRangeOn(requireGrid(context, to.sheetId), to))
  const block = readBlock(context.store, source)
  const copied = pasteOrientation === 'TRANSPOSE' ? transpose(block) : block
  const target = targetBox(destination, { height: copied.length, width: copied[0]?.length ?? 0 })
  const grid = new GridRows(context.store, destination.sheet.gridId)
  for (let row = target.startRow; row < target.endRow; row += 1) {
    const cells = grid.at(row)
    const sent = copied[(row - target.startRow) % copied.length] ?? []
    for (let column = target.startColumn; column < target.endColumn; column += 1) {
      const cell = sent[(column - target.startColumn) % sent.length]
      cells[column] = pasteCell({ before: cells[column], copied: cell }, pasteType)
    }
    grid.put(row, cells)
  }
  return {}
})

/** The source as a full rectangle; it is read before the first cell is written because the ranges may overlap. */
function readBlock(store: Store, { sheet, box }: GridRange): Row[] {
  const width = box.endColumn - box.startColumn
  const block = Array.from({ length: box.endRow - box.startRow }, (): Row => Array.from({ length: width }))
  for (const { row, cells } of new GridRows(store, sheet.gridId).read({ start: box.startRow, end: box.endRow })) {
    block[row - box.startRow] = Array.from({ length: width }, (_, column) => cells[box.startColumn + column])
  }
  return block
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

function spannedLength(wanted: number, source: number): number {
  return wanted % source === 0 ? wanted : source
}
