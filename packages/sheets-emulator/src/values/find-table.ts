import type { BoundedBox } from '../store/box.ts'
import type { FilledRow } from '../store/filled-cells.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import type { GridRange } from './resolve-range.ts'

/**
 * Finds the table an append to `range` extends: the block of filled cells, bounded by empty cells, around the lowest filled
 * cell of the range (the rightmost in its row). `undefined` when the range is empty.
 * @see https://developers.google.com/workspace/sheets/api/guides/values#append_values
 */
export function findTable(store: Store, range: GridRange): BoundedBox | undefined {
  const filled = new GridRows(store, range.sheet.gridId).filled()
  const rowAt = (row: number) => filled.at(row)
  const box = lowestFilledCell(rowAt, range)
  if (!box) return undefined
  const { rowCount } = range.sheet
  for (let hasGrown = true; hasGrown; ) {
    const before = `${box.startRow},${box.endRow},${box.startColumn},${box.endColumn}`
    while (box.startRow > 0 && touches(rowAt(box.startRow - 1), box)) widen(box, rowAt(--box.startRow))
    while (box.endRow < rowCount && touches(rowAt(box.endRow), box)) widen(box, rowAt(box.endRow++))
    for (let row = box.startRow; row < box.endRow; row += 1) widen(box, rowAt(row))
    hasGrown = before !== `${box.startRow},${box.endRow},${box.startColumn},${box.endColumn}`
  }
  return box
}

function lowestFilledCell(rowAt: (row: number) => FilledRow, { box }: GridRange): BoundedBox | undefined {
  for (let row = box.endRow - 1; row >= box.startRow; row -= 1) {
    const column = lastFilledColumn(rowAt(row), { start: box.startColumn, end: box.endColumn })
    if (column !== undefined) return { startRow: row, endRow: row + 1, startColumn: column, endColumn: column + 1 }
  }
  return undefined
}

function lastFilledColumn(cells: FilledRow, span: { start: number; end: number }): number | undefined {
  for (let column = Math.min(span.end, cells.length) - 1; column >= Math.max(0, span.start); column -= 1) {
    if (cells[column]) return column
  }
  return undefined
}

/** Whether a row next to the box has a filled cell that touches it, corners included. */
function touches(cells: FilledRow, box: BoundedBox): boolean {
  return lastFilledColumn(cells, { start: box.startColumn - 1, end: box.endColumn + 1 }) !== undefined
}

/** Extends the box left and right over adjacent filled cells of a row. */
function widen(box: BoundedBox, cells: FilledRow): void {
  while (box.startColumn > 0 && cells[box.startColumn - 1]) box.startColumn -= 1
  while (cells[box.endColumn]) box.endColumn += 1
}
