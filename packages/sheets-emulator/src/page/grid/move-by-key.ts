import type { Cell, GridSize } from '../cells/cell-name.ts'

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

/** Finds the cell a key moves to, limited to the grid; `undefined` for other keys. */
export function moveByKey(press: KeyPress, from: Cell, grid: GridSize & { pageRows: number }): Cell | undefined {
  const isFar = press.ctrlKey || press.metaKey
  const lastRow = grid.rowCount - 1
  const lastColumn = grid.columnCount - 1
  const targets: Record<string, Cell> = {
    ArrowUp: { row: isFar ? 0 : from.row - 1, column: from.column },
    ArrowDown: { row: isFar ? lastRow : from.row + 1, column: from.column },
    ArrowLeft: { row: from.row, column: isFar ? 0 : from.column - 1 },
    ArrowRight: { row: from.row, column: isFar ? lastColumn : from.column + 1 },
    PageUp: { row: from.row - grid.pageRows, column: from.column },
    PageDown: { row: from.row + grid.pageRows, column: from.column },
    Home: { row: isFar ? 0 : from.row, column: 0 },
    End: { row: isFar ? lastRow : from.row, column: lastColumn },
    Tab: { row: from.row, column: from.column + (press.shiftKey ? -1 : 1) },
  }
  const to = targets[press.key]
  return to && { row: clamp(to.row, lastRow), column: clamp(to.column, lastColumn) }
}

function clamp(index: number, last: number): number {
  return Math.max(0, Math.min(index, last))
}
